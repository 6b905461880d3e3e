"""Pictures of 128 x 64, one kind of screen a file. A screen holds what is to be seen, in words already chosen."""
