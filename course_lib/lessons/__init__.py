"""What lessons hand out: in `lesson_NN` what one lesson alone does, here what several share."""
