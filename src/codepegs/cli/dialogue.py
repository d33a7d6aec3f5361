"""A dialogue: a person types one line at a time, an answer or a command; shared by play, host, boards and identify.

The states that the answers lead to are kept, so that `undo` goes back to one, and nothing is computed again.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import copy, deepcopy
from functools import cached_property
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

import typer

from codepegs import codes, game as games, strategies
from codepegs.cli.position_argument import Given
from codepegs.cli.prompt import EndOfInput, Interrupted, Leaving, ask, command_in, not_understood, sentence
from codepegs.cli.terminal import console, left_sentence
from codepegs.errors import BadInput, CodepegsError
from codepegs.reasons import count_text
from codepegs.rng import Seed

MOST_IN_ANSWER = 40
"""Codes, objects or outcomes that are listed in one answer."""

State = TypeVar("State")


class Command(NamedTuple):
    """What a person can type in place of an answer."""

    help: str
    """What it does; a command without help is understood, but not listed."""
    run: Callable[[str], None]
    """It gets what was typed after the name."""
    takes: str = ""
    """What is to be typed after the name."""
    yields: bool = False
    """Whether the same text as an answer comes first."""


class Dialogue(ABC, Generic[State]):
    """A dialogue; the last state is the present one.

    Args:
        states: The states so far, at least one, each an answer later than the one before.
    """

    answer_noun = "guess"
    """What `undo` takes back."""
    empty_line = ""
    """The command that an empty line is; an answer if it is none."""
    undone = ""
    """What is said after `undo`."""
    nothing_to_undo = "Nothing to undo."
    goes_on = "The game continues."
    """What is said after a command that failed."""
    why_help = "explain the guess"
    quit_help = "leave the game, and print the command that continues it"

    def __init__(self, states: Sequence[State]) -> None:
        self.states = [*states]
        self.out = console()
        left = Command(
            "how many codes are still possible, and the first of them", lambda rest: self.show_left(), yields=True
        )
        self.commands = self.own_commands({
            "undo": Command(f"take back the last {self.answer_noun}", lambda rest: self.undo()),
            "why": Command(self.why_help, lambda rest: self.explain(), yields=True),
            "left": left,
            "quit": Command(self.quit_help, self._quit),
            "list": left._replace(help=""),
            "help": Command("", lambda rest: self.show_help()),
        })  # fmt: skip

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    def own_commands(self, common: Mapping[str, Command]) -> dict[str, Command]:
        """The commands in the order in which they are listed: the common ones, and those of this dialogue."""
        return {**common}

    @abstractmethod
    def arrive(self) -> bool:
        """Say what is new at the present state; return whether the dialogue ends here."""

    @abstractmethod
    def prompt(self) -> tuple[str, str | None]:
        """The question at the present state, and what an empty line is taken for."""

    @abstractmethod
    def answer(self, line: str) -> None:
        """Take any other line: add the state that it leads to, or say why it is not understood."""

    @abstractmethod
    def is_answer(self, line: str) -> bool:
        """Whether a line that names a command that yields is an answer."""

    @abstractmethod
    def show_left(self) -> None:
        """Print what is still possible: how many, and the first of them."""

    @abstractmethod
    def explain(self) -> None:
        """Print the reason of the guess or question."""

    @abstractmethod
    def show_help(self) -> None:
        """Print what can be typed."""

    @abstractmethod
    def continuation(self) -> str:
        """The line with the command that continues."""

    def end_prompt(self) -> str:
        """The question at the end."""
        return "Enter to end, or undo"

    def answer_at_end(self, line: str) -> bool:
        """Take any other line at the end; return whether it was understood."""
        return False

    def state_before(self) -> State | None:
        """The state before the first one; None if there is none."""
        return None

    @property
    def words(self) -> str:
        """The names of the commands that are listed."""
        return ", ".join(self.listed)

    @property
    def listed(self) -> dict[str, str]:
        """The commands that are listed, with what they take, and their help."""
        return {f"{name} {made.takes}".rstrip(): made.help for name, made in self.commands.items() if made.help}

    def run(self) -> None:
        """Ask until the end; to a person who leaves before, print the command that continues."""
        try:
            self._run()
        except (Leaving, KeyboardInterrupt) as leaving:
            self.out.print(self.continuation(), soft_wrap=True)
            if isinstance(leaving, EndOfInput) and (code := self.code_at_end_of_input()):
                raise typer.Exit(code) from None
            raise (leaving if isinstance(leaving, Leaving) else Interrupted()) from None

    def code_at_end_of_input(self) -> int:
        """The exit code when the input ends before the dialogue does."""
        return 0

    def _run(self) -> None:
        while True:
            state = self.state
            if self.arrive():
                # A program, which answers through a pipe, expects no question after the end.
                if not sys.stdin.isatty() or (len(self.states) == 1 and self.state_before() is None):
                    return
                line = ask(self.end_prompt())
                if not line:
                    return
                if not self.answer_at_end(line):
                    self._execute(line)
                continue
            while self.state is state:
                line = ask(*self.prompt())
                if not self._execute(line):
                    self.answer(line)

    def _execute(self, line: str) -> bool:
        """Execute a command; return whether the line was one."""
        typed = command_in(line) or self.empty_line
        name, _, rest = typed.partition(" ")
        if name not in self.commands or not self.commands[name].takes:
            name, rest = typed, ""
        command = self.commands.get(name)
        if command is None or (command.yields and self.is_answer(line)):
            return False
        try:
            command.run(rest)
        except KeyboardInterrupt:
            self.out.print(f"Stopped. {self.goes_on}")
        except CodepegsError as error:
            self.out.print(f"Not available: {error}. {self.goes_on}")
        except MemoryError:
            self.out.print(f"Not available: not enough memory. {self.goes_on}")
        return True

    def undo(self) -> None:
        """Go back to the state before."""
        if len(self.states) > 1:
            self.states.pop()
        elif (before := self.state_before()) is not None:
            self.states = [before]
        else:
            self.out.print(self.nothing_to_undo)
            return
        if self.undone:
            self.out.print(self.undone)

    def _quit(self, rest: str) -> NoReturn:
        raise Leaving


class GuessState:
    """A state of a game in which a person guesses."""

    hint: Any = None
    """The hint that was given."""
    is_given_up = False


Guessed = TypeVar("Guessed", bound=GuessState)


class Guessing(Dialogue[Guessed]):
    """A game in which a person guesses, with hints.

    Args:
        given: The game, and the notation in which codes are shown.
        states: The states so far.
    """

    undone = "Last guess taken back."

    def __init__(self, given: Given, states: Sequence[Guessed]) -> None:
        super().__init__(states)
        self.given = given
        self.game: games.Game = given.position.game

    @property
    def notation(self) -> games.Notation:
        """The notation, with the names of the colours that were typed."""
        return self.given.notation

    def own_commands(self, common: Mapping[str, Command]) -> dict[str, Command]:
        return {
            "hint": Command("a good guess, with the reason", lambda rest: self.give_hint()),
            "candidates": Command("how many codes are still possible", lambda rest: self.show_count()),
            **{name: common[name] for name in ("undo", "why", "left")},
            "give up": Command("see the secret", lambda rest: self._give_up()),
            **common,
        }

    @abstractmethod
    def turns(self) -> Sequence[games.Turn]:
        """The turns at the present state."""

    @abstractmethod
    def guess(self, code: games.Code) -> None:
        """Add the state after a guess; raises `BadInput` if it cannot be made."""

    @abstractmethod
    def give_hint(self) -> None:
        """Print a good guess."""

    @abstractmethod
    def explain_hint(self) -> None:
        """Print what the hint would leave."""

    @abstractmethod
    def show_count(self) -> None:
        """Print how many codes are still possible."""

    def _read(self, line: str) -> tuple[Given, games.Code]:
        """The code that was typed, and the notation with the names of its colours; raises `BadInput` if it is none."""
        given = self.given.as_typed(line, self.turns())
        return given, given.notation.parse(self.game, line)

    def is_answer(self, line: str) -> bool:
        try:
            return bool(self._read(line))
        except BadInput:
            return False

    def answer(self, line: str) -> None:
        try:
            self.given, code = self._read(line)
        except BadInput as error:
            self.out.print(not_understood(line, error, self.listed, "a code"))
            return
        try:
            self.guess(code)
        except BadInput as error:
            self.out.print(sentence(error))

    def explain(self) -> None:
        if self.state.hint is None:
            self.out.print("There is no hint to explain here: type hint first.")
        else:
            self.explain_hint()

    def _give_up(self) -> None:
        ended = copy(self.state)
        ended.is_given_up = True
        self.states.append(ended)

    def undo(self) -> None:
        """Take back the last guess; after giving up, go on."""
        if self.state.is_given_up:
            self.states.pop()
            self.out.print(self.goes_on)
        else:
            super().undo()

    def show_help(self) -> None:
        commands = ", ".join(f"{name} ({words})" for name, words in self.listed.items())
        self.out.print(f"Type a guess, or a command: {commands}.")


def names_of(names: Sequence[str], count: int) -> str:
    """Some of `count` things by their names."""
    more = f" and {count - len(names):,} more" if count > len(names) else ""
    return ", ".join(names) + more


class Knowledge:
    """What a strategy knows at a position: computed when it is first asked for, and kept.

    Args:
        player: The strategy.
        position: The position.
        seed: The seed.
        before: What it knows one turn earlier, which is then continued.
    """

    def __init__(
        self, player: strategies.Player, position: games.Position, seed: Seed, before: Knowledge | None = None
    ) -> None:
        self.player = player
        self.position = position
        self.seed = seed
        self.before = before

    @cached_property
    def codebreaker(self) -> strategies.Codebreaker:
        """The codebreaker at the position; raises what `strategies.begin` and `Codebreaker.learn` raise."""
        game, before = self.position.game, self.before
        self.before = None
        if before is not None and "codebreaker" in vars(before):
            later = deepcopy(before.codebreaker, {id(game): game})  # the earlier one is what undo goes back to
            try:
                later.learn(self.position.turns[-1])
            except strategies.ForeignHistory:
                pass
            else:
                return later
        return strategies.begin(self.player, game, self.seed, self.position.turns)

    @cached_property
    def report(self) -> strategies.Report:
        """What the codebreaker reports."""
        return self.codebreaker.report()

    @cached_property
    def candidates(self) -> codes.Candidates:
        """The codes consistent with the replies; raises `BadRules` if they are too many to list."""
        playing = getattr(self.codebreaker, "player", self.codebreaker)
        if isinstance(playing, strategies.ExhaustiveCodebreaker):
            return playing.candidates()
        return codes.Candidates.after(self.position)

    @property
    def count_sentence(self) -> str:
        """How many codes are still possible, as far as the strategy knows."""
        found = self.report
        count, estimate, interval = found.candidates, found.candidates_estimate, found.candidates_interval
        if self.player.noise.doubts and count is None and estimate is not None:
            left = count_text(None, estimate, interval)
            return f"The secret is as uncertain as a choice among {left} equally probable codes."
        uncounted = "The candidates cannot be counted: the game has too many codes."
        return left_sentence(count, estimate, interval) or uncounted

    def left_sentence(self, notation: games.Notation) -> str:
        """How many codes are still possible, and the first of them, or the most probable."""
        game, sentence = self.position.game, self.count_sentence
        first = [notation.spell(game, code) for code, _ in self.codebreaker.posterior(MOST_IN_ANSWER)]
        if not first:
            return sentence
        count = self.report.candidates
        if count is None:
            return f"{sentence} The most probable: {', '.join(first)}."
        return f"{sentence.removesuffix('.')}: {names_of(first, count)}."
