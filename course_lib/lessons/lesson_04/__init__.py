"""What lesson 04 hands out: its props and judges, its exercises' data, its predictions."""
