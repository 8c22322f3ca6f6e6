"""How fast the library is, beside other libraries in the same run: `make bench`."""
