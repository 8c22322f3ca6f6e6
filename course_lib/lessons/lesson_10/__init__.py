"""What lesson 10 hands out: its props and judges, its exercises' data, its predictions."""
