"""Decides grades: repairs a notebook, runs it in the sandbox, and judges what comes back."""
