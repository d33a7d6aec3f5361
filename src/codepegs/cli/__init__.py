"""The command line: one module for each command.

Members:

- `bench`: `python -m codepegs.cli.bench`: a fixed workload, and the signature of its results.
- `boards`: `suggest`, `solve` and `play` with several boards.
- `bot`: `codepegs bot`: guesses for another program.
- `candidates`: `codepegs candidates`: what is still possible.
- `coach`: `codepegs coach`: a game reviewed.
- `command_list`: The commands by name, and what the help says of each in a line.
- `describe`: `codepegs describe`: what a game, a table or a list is like.
- `dialogue`: A dialogue: a person types one line at a time, an answer or a command; shared by play, host, boards and
  identify.
- `evaluate`: `codepegs evaluate`: strategies compared.
- `fixed`: `codepegs fixed`: tests or guesses fixed in advance that distinguish all objects.
- `host`: `codepegs host`: the program finds a code that a person chose.
- `identify`: `codepegs identify`: the program finds an object of a table that a person thinks of.
- `improved_tree`: Good trees of games too large for a proof.
- `lab`: `codepegs lab`: sweeps of many strategies over many games.
- `lower_bound`: Lower bounds on the guesses that any strategy needs.
- `main`: The `codepegs` command: dispatches to the subcommands and maps errors to exit codes.
- `optimal`: `codepegs optimal`: optimal trees and their proofs; it also calls the searches of larger games.
- `options`: The options and arguments that commands share, and the files and folders that commands write.
- `play`: `codepegs play`.
- `position_argument`: Positions given on the command line or in files, their notation, and what is assumed about their
  replies.
- `program`: The entry point of the `codepegs` command, whose modules take a moment to import.
- `prompt`: Asking a person, one line at a time, and sentences about what was typed and is not understood.
- `recognise`: What is typed in place of a command, a position, a game or a file, and the command that does what it
  asks.
- `render_picture`: A game of many pegs, or for a picture, as a person sees it: live on a terminal, elsewhere in lines
  now and then.
- `reproduce`: `codepegs reproduce`: the tables, the claims and the programs of the five reports.
- `score`: `codepegs score`: the reply to a guess, or a position in other notations.
- `serve`: `codepegs serve`: the page and the answers for other programs.
- `solve`: `codepegs solve`.
- `solve_picture`: Games of `codepegs solve --picture` whose secret is a picture, or known to a classifier only.
- `strategies`: `codepegs strategies`: the strategies and their options.
- `suggest`: `codepegs suggest`: advice about a position.
- `terminal`: How commands print: codes, turns, tables and times for people, JSON for programs; and how far the work is.
- `tree`: `codepegs tree`: strategy trees built, looked at, exported and verified.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(__name__, {"main": "app", "program": "run"})
