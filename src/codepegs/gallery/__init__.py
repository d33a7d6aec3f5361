"""Trees that come with the package: the best there are of many games, proved or at least the best known."""
