"""What lesson 09 hands out: its props and judges, its exercises' data, its predictions."""
