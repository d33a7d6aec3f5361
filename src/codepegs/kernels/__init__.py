"""Every compiled loop: arrays in, arrays out. Importing anything from here imports Numba."""
