"""Games solved: exact values by searches that know one game well, in plain Python."""
