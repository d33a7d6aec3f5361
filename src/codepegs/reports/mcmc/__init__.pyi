# The public names of `codepegs.reports.mcmc`, written by `docs/make/stubs.py`.
from codepegs.reports.mcmc.claims import CLAIMS
from codepegs.reports.mcmc.codebreaker import MCMC
from codepegs.reports.mcmc.reproduction import reproduce

__all__ = ["CLAIMS", "MCMC", "reproduce"]
