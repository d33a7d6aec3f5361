"""`codepegs identify`: the program finds an object of a table that a person thinks of."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, NamedTuple

import typer

from codepegs import codes, game as games, strategies
from codepegs.cli import options
from codepegs.cli.options import argument
from codepegs.cli.position_argument import Given
from codepegs.cli.prompt import EndOfInput, Interrupted, Leaving, ask, command_in, sentence
from codepegs.cli.terminal import console, working_budget
from codepegs.errors import BadInput, BadReply, one_of
from codepegs.reasons import counted
from codepegs.rng import Seed

MOST_SHOWN = 12
"""Objects that are named in a sentence."""

MOST_LISTED = 40
"""Outcomes that are listed after a question."""

HELP = "Type an outcome{mark}; ? if you do not know; why, left, undo or quit."
MARKED = {"number": ", its beginning or its number", "letter": ", its beginning or its letter", "": " or its beginning"}
"""What else can be typed, by what stands before the outcomes."""

LETTERS = "abcdefghijklmnoprstuvwxyz"
"""The marks of outcomes that have digits; without q, which quits."""


def identify(
    table: Annotated[
        list[str],
        argument("FILE|POSITION", "a table, e.g. animals.csv; or a position in it, e.g. 'animals.csv Can_it_fly?:no'"),
    ],
    strategy: options.Strategy = "auto",
    workers: options.Workers = None,
) -> None:
    """Find what you think of: ask the questions of a table until one object is left.

    Examples:
        codepegs identify animals.csv
        codepegs identify table:animals.csv:named --strategy entropy

    The CSV file has a question in each column and an object in each row. Type the outcome as it stands in the table,
    its beginning if that is unique, or its number in the list; ? if you do not know; why for the reason of a question;
    left for the objects that are left; undo to correct the last answer, in a terminal also at the end; quit to leave,
    and print the command that continues. Outcomes that have digits are lettered instead; a number that you type is then
    the outcome of this text, or the only range, such as 3-5, in which it lies.

    If no object fits the answers, the nearest are named, and you can undo; at the end of the input the exit code is
    then 1.
    """
    player = strategies.Player.parse(strategy)
    given = Given.read(table)
    game = given.position.game
    if not game._traits.is_tabulated:
        raise BadInput.because("no_table_to_identify", game=str(game))
    player.start(game, Seed(0))  # raises if the strategy does not suit the game
    with working_budget(workers, quiet=True) as budget:

        def command_line(position: games.Position) -> str:
            return given.command_line("identify", position, strategy=None if strategy == "auto" else strategy)

        dialog = _Identification(given.position, player, budget, command_line)
        try:
            dialog.run()
        except (Leaving, KeyboardInterrupt) as leaving:
            console().print(f"To continue: {command_line(dialog.position)}", soft_wrap=True)
            if isinstance(leaving, EndOfInput):
                raise typer.Exit(int(dialog.is_contradiction)) from None
            raise (leaving if isinstance(leaving, Leaving) else Interrupted()) from None


@dataclass
class _Identification:
    """The questions and answers."""

    position: games.Position
    player: strategies.Player
    budget: strategies.Budget
    command_line: Callable[[games.Position], str]
    """The command that continues at a position."""
    is_contradiction: bool = False
    is_introduced: bool = False

    def run(self) -> None:
        """Ask until the object is known; raises `Leaving` if the person leaves before."""
        game, out = self.position.game, console()
        while True:
            left = codes.Candidates.after(self.position)
            self.is_contradiction = not len(left)
            if self.is_contradiction:
                self._introduce("number")
                self._show_nearest()
                self._undo_or_leave(ask("undo or quit"))
                continue
            known = codes.known_at(self.position, left)
            if self.position.solved or known is not None:
                known = None if self.position.solved else known
                self._introduce("number")
                out.print(self._conclusion(left, known))
                is_open = self._says_how_to_answer(known)
                # A program, which answers through a pipe, expects no question after this.
                prompt = "Enter to end, undo, or a question left open" if is_open else "Enter to end, or undo"
                word = ask(prompt) if self.position.turns and sys.stdin.isatty() else ""
                if not word:
                    return
                if not (known is not None and self._reopen(known, word)):
                    self._undo_or_leave(word)
                continue
            move = strategies.begin(self.player, game, Seed(0), self.position.turns).next(self.budget)
            assert isinstance(move, strategies.Guess), "a game that is not over has a guess"
            outcomes = [reply for reply in game.replies() if game.can_reply(move.code, reply)]
            names = [self._outcome_name(reply) for reply in outcomes]
            marks = marks_of(names)
            listed = [f"{mark} {name}" for mark, name in zip(marks, names, strict=True)] if marks else names
            more = f", … {len(names):,} outcomes" if len(names) > MOST_LISTED else ""
            question = f"{self._question(move.code)} ({', '.join(listed[:MOST_LISTED])}{more})"
            options = _Options(outcomes, names, marks)
            self._introduce(options.mark)
            self._answer(move.code, options, ask(question), left)

    def _question(self, guess: games.Code) -> str:
        """The test, or the question for an object; codes of a list have more replies than yes and no."""
        game = self.position.game
        name = game._given_name(guess)
        if not game._can_be_secret(guess):
            return name
        return f"Is it {name}?" if game._traits.asks_once else f"What is the reply to {name}?"

    def _outcome_name(self, reply: games.Reply) -> str:
        game = self.position.game
        return ("yes" if game._traits.asks_once else "found") if reply.solved else game._given_outcome(reply)

    def _introduce(self, mark: str) -> None:
        """Say once, before anything else, which table this is and what can be typed, by what marks the outcomes."""
        if not self.is_introduced:
            game = self.position.game
            ending = ", until named" if game.until == "named" else ""  # the words of a game have the other ends
            console().print(f"{game.words[0].upper()}{game.words[1:]}{ending}. {HELP.format(mark=MARKED[mark])}")
        self.is_introduced = True

    def _answer(self, guess: games.Code, options: _Options, answer: str, left: codes.Candidates) -> None:
        word = " ".join(answer.lower().split())
        named = options.named(word)  # a text that names an outcome is that outcome, whatever else it may be
        if named is not None:
            self.position = self.position.after(guess, named)
        elif command_in(word) in ("quit", "undo"):
            self._undo_or_leave(word)
        elif word == "why":
            self._explain(left, guess)
        elif word in ("left", "list"):
            console().print(self._names(left, len(left)))
        elif word:
            try:
                self.position = self.position.after(guess, options.meant(self.position.game, guess, answer))
            except BadReply as error:
                console().print(self._not_read(answer, error, options), markup=False)
        else:
            console().print(options.help)

    def _not_read(self, answer: str, error: BadReply, options: _Options) -> str:
        """What is wrong with an answer."""
        kind, values = ("", {}) if error.reason is None else (error.reason.kind, dict(error.reason.values))
        if kind == "may_be_outcomes":
            mark = (
                "" if not options.marks else ", or its letter" if options.marks[0] == LETTERS[0] else ", or its number"
            )
            return f"{answer!r} may be {values['meant']}: type more of it{mark}."
        if kind in ("not_an_outcome", "number_in_several") and any(map(_has_digit, options.names)):
            return sentence(error)
        return f"{answer!r} is not one of the outcomes. {options.help}"

    def _undo_or_leave(self, word: str) -> None:
        if command_in(word) == "quit":
            raise Leaving
        if not self.position.turns:
            console().print("There is no answer to undo.")
        elif word.lower() == "undo":
            self.position = games.Position(self.position.game, self.position.turns[:-1])

    def _explain(self, left: codes.Candidates, guess: games.Code) -> None:
        """Say what each outcome would leave."""
        out = console()
        parts = left.partition(guess)
        for reply, part in islice(parts.items(), MOST_LISTED):
            out.print(f"  {self._outcome_name(reply)}: {self._names(part, MOST_SHOWN)}")
        if len(parts) > MOST_LISTED:
            out.print(f"  … and {counted(len(parts) - MOST_LISTED, 'more outcome')}")

    def _conclusion(self, left: codes.Candidates, known: codes.Known | None) -> str:
        """What the answers say, in the words of the table."""
        words = self._names(left, MOST_SHOWN)
        if known is not None and known.class_name is not None:
            return f"Found: {known.class_name} ({words})."
        if len(left) == 1:
            return f"Found: {words}."
        if known is None or not known.open_tests:
            return f"It is one of these, which no question distinguishes: {words}."
        questions = [self._question(test) for test in known.open_tests]
        more = f" and {len(questions) - MOST_SHOWN:,} more" if len(questions) > MOST_SHOWN else ""
        return (
            f"It is one of these: {words}. The questions that you left open distinguish them: "
            f"{', '.join(questions[:MOST_SHOWN])}{more}."
        )

    def _says_how_to_answer(self, known: codes.Known | None) -> bool:
        """If questions left open distinguish what is left, print the command that asks them; returns whether it did."""
        if known is None or not known.open_tests:
            return False
        answered = tuple(turn for turn in self.position.turns if not turn.reply.unknown)
        again = self.command_line(games.Position(self.position.game, answered))
        console().print(f"To answer them: {again}", soft_wrap=True)
        return True

    def _reopen(self, known: codes.Known, word: str) -> bool:
        """Make a question askable again that was left open, by its name or the beginning of it; whether it was one."""
        names = {self._question(test): test for test in known.open_tests}
        meant = [test for name, test in names.items() if word and name.lower().startswith(word.lower())]
        if len(meant) != 1:
            return False
        turns = (turn for turn in self.position.turns if turn.guess != meant[0])
        self.position = games.Position(self.position.game, tuple(turns))
        return True

    def _names(self, left: codes.Candidates, most: int) -> str:
        names = [left.game._given_name(code) for code in left[:most]]
        more = f" and {len(left) - most:,} more" if len(left) > most else ""
        return ", ".join(names) + more

    def _show_nearest(self) -> None:
        """Name the objects that fit most of the answers, and what they would need."""
        game, out = self.position.game, console()
        wrong: dict[games.Code, list[str]] = {code: [] for code in game._iterate_codes()}
        for turn in self.position.turns:
            for code, needed in wrong.items():
                true = game._reply_between(turn.guess, code)
                if not turn.reply.fits(true):
                    needed.append(f"{self._question(turn.guess)} {self._outcome_name(true)}")
        least = min(map(len, wrong.values()))
        out.print("No object fits all answers. The nearest:")
        nearest = [(code, needed) for code, needed in wrong.items() if len(needed) == least]
        for code, needed in nearest[:MOST_SHOWN]:
            out.print(f"  {game._given_name(code)}, if: {'; '.join(needed)}")


class _Options(NamedTuple):
    """The outcomes of a question."""

    outcomes: list[games.Reply]
    names: list[str]
    marks: Sequence[str]
    """What stands before each in the list; none of them if they are not marked."""

    @property
    def mark(self) -> str:
        """What the marks are called."""
        return "" if not self.marks else "letter" if self.marks[0].isalpha() else "number"

    @property
    def help(self) -> str:
        return HELP.format(mark=MARKED[self.mark])

    def named(self, word: str) -> games.Reply | None:
        """The outcome of this name."""
        folded = [" ".join(name.lower().split()) for name in self.names]
        return self.outcomes[folded.index(word)] if word in folded else None

    def meant(self, game: games.Game, guess: games.Code, answer: str) -> games.Reply:
        """The outcome that is meant by its mark, or as every command reads it; raises a `BadReply`."""
        word = " ".join(answer.lower().split())
        if word in self.marks:
            return self.outcomes[self.marks.index(word)]
        try:
            return games.parse_reply(game, answer, guess)
        except BadReply:
            begun = [number for number, name in enumerate(self.names) if name.lower().startswith(word)]
            if game._traits.asks_once or not begun:
                raise
            if len(begun) == 1:  # of a list of codes
                return self.outcomes[begun[0]]
            raise BadReply.because(
                "may_be_outcomes",
                meant=one_of(self.names[number] for number in begun[:MOST_LISTED]),
                text=answer,
                test=game._given_name(guess),
            ) from None


def marks_of(names: Sequence[str]) -> Sequence[str]:
    """Return what stands before each of some outcomes in a list, to be typed for it; nothing that could be a value.

    These are numbers from 1 on, letters if an outcome has a digit, and none if one begins with such a letter, too.
    """
    if not any(map(_has_digit, names)):
        return [str(number) for number in range(1, len(names) + 1)]
    letters = list(LETTERS[: len(names)])
    begins = {games.plain(name).strip().lower()[:1] for name in names}
    return letters if len(letters) == len(names) and begins.isdisjoint(letters) else []


def _has_digit(name: str) -> bool:
    return any(map(str.isnumeric, name))
