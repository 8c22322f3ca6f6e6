"""Players that know one game well, in plain Python; `compiled` has the fast ones."""
