"""What each lesson hands out: props for its cells, and data made by the build."""
