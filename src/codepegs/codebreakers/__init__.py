"""Strategies: named ways of guessing, all behind one door (`codepegs.codebreakers.door`)."""
