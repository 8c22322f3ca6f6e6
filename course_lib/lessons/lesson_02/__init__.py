"""What lesson 02 hands out: its props and judges, its exercises' data, its predictions."""
