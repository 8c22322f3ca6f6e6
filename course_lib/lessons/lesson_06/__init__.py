"""What lesson 06 hands out: its props and judges, its exercises' data, its predictions."""
