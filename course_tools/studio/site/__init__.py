"""The published site: lessons to read, searches to step through, the reference."""
