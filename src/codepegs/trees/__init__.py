"""Strategy trees: a guess at each node, one child for each reply."""
