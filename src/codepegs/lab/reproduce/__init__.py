"""The tables and figures of the five reports codepegs grew from, played again: one document a file."""
