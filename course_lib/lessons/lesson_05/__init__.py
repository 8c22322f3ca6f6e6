"""What lesson 05 hands out: its props and judges, its exercises' data, its predictions."""
