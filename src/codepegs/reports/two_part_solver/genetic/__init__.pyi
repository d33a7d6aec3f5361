# The public names of `codepegs.reports.two_part_solver.genetic`, written by `docs/make/stubs.py`.
from codepegs.reports.two_part_solver.genetic.codebreaker import GENETIC

__all__ = ["GENETIC"]
