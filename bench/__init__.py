"""Speed, measured against baselines in the same run; `make bench` runs it all, `python -m bench NAME` one part."""
