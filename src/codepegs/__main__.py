"""`python -m codepegs`."""

from codepegs.cli import run

if __name__ == "__main__":  # workers of a cluster import the module they were started from
    run()
