"""How strategy trees are written and read: one format a file."""
