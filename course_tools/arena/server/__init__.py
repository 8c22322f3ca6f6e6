"""The class server: programs meet on it, and a page shows their games."""
