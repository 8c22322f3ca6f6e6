"""How fast the library is, compared with other libraries in the same run: `make bench`."""
