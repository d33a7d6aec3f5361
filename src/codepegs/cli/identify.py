"""`codepegs identify` and `codepegs describe`: the questions of a table, asked and described."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import (
    JsonOption,
    StrategyOption,
    WorkersOption,
    argument,
    console,
    emit_json,
    refused,
    working_budget,
)
from codepegs.cli.position_argument import Given
from codepegs.cli.prompt import EndOfInput, Leaving, ask
from codepegs.errors import one_of
from codepegs.rng import Seed

if TYPE_CHECKING:
    from codepegs.analysis import GameDescription
    from codepegs.codes import Candidates
    from codepegs.game import Code, Position, Reply
    from codepegs.strategies import Budget, Player


MOST_SHOWN = 12
"""Objects that are named in a sentence."""

HELP = "Type an outcome, its beginning or its number; ? if you do not know; why, left, undo or quit."


def identify(
    table: Annotated[
        list[str],
        argument("FILE|POSITION", "a table, e.g. animals.csv; or a position in it, e.g. 'animals.csv Can_it_fly?:no'"),
    ],
    strategy: StrategyOption = "auto",
    workers: WorkersOption = None,
) -> None:
    """Find what you think of: ask the questions of a table until one object is left.

    Examples:
        codepegs identify animals.csv
        codepegs identify table:animals.csv:named --strategy entropy

    The CSV file has a question in each column and an object in each row. Type the outcome as it stands in the table,
    its beginning if that is unique, or its number; ? if you do not know; why for the reason of a question; left for the
    objects that are left; undo to correct the last answer; quit to leave.

    If no object fits the answers, the nearest are named, and you can undo; at the end of the input the exit code is
    then 1.
    """
    from codepegs.strategies import Player

    player = Player.parse(strategy)
    given = Given.read(table)
    game = given.position.game
    if not game.traits.is_tabulated:
        raise refused("no_table_to_identify", game=str(game))
    player.check(game)
    with working_budget(workers, quiet=True) as budget:
        dialog = _Dialog(given.position, player, budget)
        try:
            dialog.run()
        except EndOfInput:
            if dialog.is_contradiction:
                raise typer.Exit(1) from None
        except Leaving:
            pass


@dataclass
class _Dialog:
    """The questions and answers."""

    position: Position
    player: Player
    budget: Budget
    is_contradiction: bool = False

    def run(self) -> None:
        """Ask until the object is known; raises `Leaving` if the person leaves before."""
        from codepegs.codes import Candidates
        from codepegs.strategies import Guess, begin, over_words

        game, out = self.position.game, console()
        out.print(f"{game.words[0].upper()}{game.words[1:]}. {HELP}")
        while True:
            left = Candidates.after(self.position)
            self.is_contradiction = not len(left)
            if self.is_contradiction:
                self._show_nearest()
                self._undo_or_leave(ask("undo or quit"))
                continue
            if self.position.solved or over_words(self.position) is not None:
                out.print(self._conclusion(left))
                return
            move = begin(self.player, game, Seed(0), self.position.turns).next(self.budget)
            assert isinstance(move, Guess), "a game that is not over has a guess"
            outcomes = [reply for reply in game.replies() if game.can_reply(move.code, reply)]
            names = [self._outcome_name(move.code, reply) for reply in outcomes]
            listed = ", ".join(names)
            if not any(name.isdecimal() for name in names):
                listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
            question = game.given_name(move.code)
            if game.can_be_secret(move.code):
                question = f"Is it {question}?"
            self._answer(move.code, outcomes, names, ask(f"{question} ({listed})"), left)

    def _outcome_name(self, guess: Code, reply: Reply) -> str:
        return "yes" if reply.solved else self.position.game.given_outcome(reply)

    def _answer(self, guess: Code, outcomes: list[Reply], names: list[str], answer: str, left: Candidates) -> None:
        from codepegs.game import Position, Reply, Turn

        word = " ".join(answer.lower().split())
        if word in ("quit", "q", "exit"):
            raise Leaving
        if word == "undo":
            self._undo_or_leave(word)
        elif word == "why":
            self._explain(guess, left)
        elif word in ("left", "list"):
            console().print(self._names(left, len(left)))
        elif word in ("?", "don't know", "do not know", "unknown"):
            self.position = Position(self.position.game, (*self.position.turns, Turn(guess, Reply(unknown=True))))
        else:
            found = choice(word, names)
            if isinstance(found, int):
                self.position = self.position.after(guess, outcomes[found])
            elif found:
                console().print(f"{answer!r} may be {one_of(found)}: type more of it, or its number.")
            else:
                console().print(f"{answer!r} is not one of the outcomes. {HELP}" if word else HELP)

    def _undo_or_leave(self, word: str) -> None:
        from codepegs.game import Position

        if word.lower() in ("quit", "q", "exit"):
            raise Leaving
        if not self.position.turns:
            console().print("There is no answer to undo.")
        elif word.lower() == "undo":
            self.position = Position(self.position.game, self.position.turns[:-1])

    def _explain(self, guess: Code, left: Candidates) -> None:
        """Say what each outcome would leave."""
        out = console()
        for reply, part in left.partition(guess).items():
            out.print(f"  {self._outcome_name(guess, reply)}: {self._names(part, MOST_SHOWN)}")

    def _conclusion(self, left: Candidates) -> str:
        """What the answers say: what `over_words` says, in the words of the table."""
        from codepegs.strategies import class_known

        words = self._names(left, MOST_SHOWN)
        name = None if self.position.solved else class_known(left)
        if name is not None:
            return f"Found: {name} ({words})."
        return (
            f"Found: {words}." if len(left) == 1 else f"It is one of these, which no question distinguishes: {words}."
        )

    def _names(self, left: Candidates, most: int) -> str:
        names = [left.game.given_name(code) for code in left[:most]]
        more = f" and {len(left) - most:,} more" if len(left) > most else ""
        return ", ".join(names) + more

    def _show_nearest(self) -> None:
        """Name the objects that fit most of the answers, and what they would need."""
        game, out = self.position.game, console()
        wrong: dict[Code, list[str]] = {code: [] for code in game.iterate_codes()}
        for turn in self.position.turns:
            for code, needed in wrong.items():
                true = game.reply_between(turn.guess, code)
                if not turn.reply.fits(true):
                    needed.append(f"{game.given_name(turn.guess)} {self._outcome_name(turn.guess, true)}")
        least = min(map(len, wrong.values()))
        out.print("No object fits all answers. The nearest:")
        nearest = [(code, needed) for code, needed in wrong.items() if len(needed) == least]
        for code, needed in nearest[:MOST_SHOWN]:
            out.print(f"  {game.given_name(code)}, if: {'; '.join(needed)}")


def choice(word: str, names: list[str]) -> int | list[str]:
    """Return the outcome that is meant: its text, unique beginning or number, from 1; else those that begin so."""
    folded = [" ".join(name.lower().split()) for name in names]
    if word in folded:
        return folded.index(word)
    begun = [number for number, name in enumerate(folded) if word and name.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    is_number = word.isdecimal() and len(word) <= 8 and not any(name.isdecimal() for name in names)
    if is_number and 1 <= int(word) <= len(names):
        return int(word) - 1
    return [names[number] for number in begun]


MOST_LISTED = 10
"""Groups and names of a kind that are printed."""


def describe(
    table: Annotated[str, argument("FILE|RULES", "a table, e.g. animals.csv or table:animals.csv:named; or a list")],
    json: JsonOption = False,
) -> None:
    """Describe a table: what its tests cannot distinguish, and how many any strategy needs at least.

    Examples:
        codepegs describe animals.csv
        codepegs describe table:animals.csv:named --json

    The bounds on the number of tests follow from the information that outcomes carry; a strategy may need more.
    """
    from codepegs.analysis import describe_game

    found = describe_game(table)
    if json:
        emit_json(found)
    else:
        _print(found)


def _print(found: GameDescription) -> None:
    from codepegs.game import CANONICAL, counted

    game, out = found.game, console()

    def names(codes: list[Code]) -> str:
        shown = ", ".join(CANONICAL.spell(game, code) for code in codes[:MOST_LISTED])
        return shown + (f" and {len(codes) - MOST_LISTED:,} more" if len(codes) > MOST_LISTED else "")

    what = "class" if found.until == "class" else game.traits.secret_noun
    tests = game.traits.guess_nouns
    out.print(f"{game}: {game.words}.")
    shown = ", ".join(found.replies[:MOST_LISTED]) + ("…" if len(found.replies) > MOST_LISTED else "")
    out.print(f"Outcomes: {shown}; at most {found.most_outcomes} of one {tests[0]}.")
    if found.classes is not None:
        out.print("Classes: " + ", ".join(f"{name} {count:,}" for name, count in found.classes.items()) + ".")
    out.print(f"Entropy of the {what}: {found.entropy_bits:.3f} bits.")
    cost = "" if found.least_cost is None else f", at a cost of at least {found.least_cost:.3f}"
    out.print(
        f"Every strategy needs at least {found.least_average:.3f} {tests[1]} on average{cost}, and "
        f"{counted(found.least_worst, *tests)} in the worst case."
    )
    if not found.alike:
        out.print(f"The {tests[1]} distinguish all of them.")
    for group in found.alike[:MOST_LISTED]:
        out.print(f"No {tests[0]} distinguishes these: {names(group)}.")
    if len(found.alike) > MOST_LISTED:
        out.print(f"{counted(len(found.alike) - MOST_LISTED, 'more such group')}.")
    if found.useless:
        out.print(f"The same outcome for all: {names(found.useless)}.")
