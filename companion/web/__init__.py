"""The pages: the simulated table, and Mister X's own."""
