"""What runs inside of the sandbox, and knows nothing of grading: the zygote and its sessions."""
