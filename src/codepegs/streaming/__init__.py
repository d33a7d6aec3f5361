"""The player of large games: facts along a tree of pegs, and short exact lists of what is being asked for."""
