"""What lesson 08 hands out: its props and judges, its exercises' data, its predictions."""
