"""Strong players, solvers and compiled searches."""
