"""Questions to each student about what their own functions do, for a conversation after grading."""
