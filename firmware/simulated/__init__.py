"""A twin of every device: the same driver code on simulated electrics."""
