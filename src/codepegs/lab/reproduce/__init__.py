"""The tables and figures of the five documents codepegs began from, played again: one document a file."""
