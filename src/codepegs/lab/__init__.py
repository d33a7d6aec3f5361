"""Strategies measured: tournaments, sweeps, plots, and the published tables reproduced."""
