"""The programs of this folder run when they are imported: `tests/test_programs.py` runs them."""

collect_ignore_glob = ["*.py"]
