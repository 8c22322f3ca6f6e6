"""What lesson 03 hands out: its props and judges, its exercises' data, its predictions."""
