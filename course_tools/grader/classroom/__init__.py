"""Takes in what a class has handed in, has it graded, and keeps, shows and exports the results."""
