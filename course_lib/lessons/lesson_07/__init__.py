"""What lesson 07 hands out: its props and judges, its exercises' data, its predictions."""
