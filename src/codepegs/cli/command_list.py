"""The commands by name, and what the help says of each in a line."""

from __future__ import annotations

PANELS = {
    "Play": {
        "play": "guess a secret code",
        "host": "choose a secret code and let the program guess it",
        "solve": "watch a strategy guess a secret code or a picture",
    },
    "Advise": {
        "suggest": "suggest the next guess of a game",
        "candidates": "list the codes that can still be the secret",
        "coach": "review a game: skill and luck",
        "identify": "find what you think of by the questions of a table",
        "score": "compute the reply to a guess, or convert a position",
    },
    "Study and serve": {
        "describe": "say what a game or a table is like: size, replies, bounds",
        "strategies": "list the strategies and their options",
        "evaluate": "compare strategies over all secrets or a sample",
        "optimal": "find an optimal strategy and prove it, or bound what any needs",
        "lab": "compare many strategies on many games, on all cores or a cluster",
        "tree": "build, inspect, export and verify strategy trees",
        "serve": "serve the web page and the JSON API",
    },
    "More": {
        "reproduce": "recompute the tables of five published reports on Mastermind",
        "fixed": "find the fewest tests that suffice if all are fixed in advance",
        "bot": "guess for another program: guesses out, replies in, one a line",
    },
}
"""The commands by panel, in the order of the help, each with its line there."""

MORE = "More"
"""The panel that the first help leaves to `codepegs help more`."""

COMMANDS = {name: line for panel in PANELS.values() for name, line in panel.items()}
"""The commands with their line of help; each lives in the module of its name, as a function or a Typer group."""
