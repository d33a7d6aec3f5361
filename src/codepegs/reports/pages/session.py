"""The program of a report: what it asks, how it reads the answers, what it plays and how it prints a game."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from codepegs.errors import BadCode, BadInput
from codepegs.game import Code, Game, Notation, notation_for
from codepegs.match import iter_play
from codepegs.parallel import WorkerThreads
from codepegs.reports.pages.page import stated_of
from codepegs.rng import Seed


class Answers:
    """What is typed, read as streams of C++ are: a number may end with a blank or with its line."""

    def __init__(self, next_line: Callable[[], str | None]) -> None:
        self._next_line = next_line
        self._words: deque[str] = deque()

    def number(self, question: str) -> int:
        """The next number, at least 1; raises `BadInput` for another word and at the end of the input."""
        while not self._words:
            line = self._next_line()
            if line is None:
                raise BadInput.because("no_answer_to_program", question=question)
            self._words.extend(line.split())
        word = self._words.popleft()
        if not word.isdecimal() or int(word[:9]) == 0:
            raise BadInput.because("no_number", text=word[:40])
        return int(word[:9])

    def line(self) -> str | None:
        """The rest of the line, or the next one that is not empty; None at the end of the input."""
        while not self._words:
            line = self._next_line()
            if line is None:
                return None
            self._words.extend(line.split())
        words = " ".join(self._words)
        self._words.clear()
        return words


class Session(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The program of one report; prompts that a report does not print say what is asked."""

    questions: tuple[str, ...]
    """What is asked for the two numbers; one question asks for both."""
    strategy: str
    """The strategy text, without its first guess."""
    turn: str
    """The lines of a turn, a format of the guess and its reply."""
    end: str
    """The lines at the end, a format of the secret, the number of guesses, and the seconds."""
    averages: str | None = None
    """The lines after several games, a format of their number, average and times; None if one game is played."""
    first: str | None = None
    """The first guess, a format of `ones`: as many pegs of the first colour as the game has; None if it is fixed."""
    colors_first: bool = False
    """Whether the number of colours is asked first."""
    base: int = 0
    """The number of the first colour."""
    code: str | None = None
    """What is asked for the secret; None if one is drawn."""
    refused: str | None = None
    """What is printed for an invalid code, before the error; None if only the error is."""
    chunks: str = "auto"
    """The chunks into which each search is divided, a `ChunkPlan`."""

    @classmethod
    def beside(cls, module: str) -> Session:
        """The program of a report, from the file beside a module of its own."""
        return msgspec.convert(stated_of(module)["session"], cls)

    def said(self, *lines: str, **options: Any) -> list[str]:
        """What the program prints when these lines are typed, with options of `run`; an error ends it."""
        typed, said = iter(lines), list[str]()
        with suppress(BadInput):
            self.run(lambda: next(typed, None), said.append, **options)
        return said

    def run(
        self,
        next_line: Callable[[], str | None],
        say: Callable[[str], None],
        *,
        secret: str | None = None,
        first: str | None = None,
        games: int | None = None,
        seed: Seed | int | None = None,
        workers: int | Callable[[], WorkerThreads] = 1,
    ) -> None:
        """Ask, play and print: one game, or several with their averages; a function gives the workers of each game."""
        if games is not None and self.averages is None:
            raise BadInput.because("program_plays_one_game")
        if first is not None and self.first is None:
            raise BadInput.because("program_has_first_guess", strategy=self.strategy)
        answers = Answers(next_line)
        game = self._game(answers, say)
        if self.colors_first:
            say(f"Config: {game.colors} colors and {game.pegs} holes")
        if secret is None and self.code:
            say(self.code)
            secret = answers.line()  # None, at the end of the input, draws a code, as the other programs do
        held, strategy = self._code(game, secret, say), self._strategy(game, first, say)
        base, count = Seed.of(seed), 1 if games is None else games
        total, began = 0, time.perf_counter()
        for number in range(count):
            of_game = workers if isinstance(workers, int) else workers()
            total += self._play(game, held, strategy, say, Seed(base.value, base.game + number), of_game)
        if games is not None and self.averages is not None:
            spent = round(1_000 * (time.perf_counter() - began)) / 1_000  # as the program's clock counts
            taken = int(100 * spent) / 100
            say(self.averages.format(games=count, average=total / count, taken=taken, mean=spent / count))

    def _play(
        self,
        game: Game,
        held: Code | None,
        strategy: str,
        say: Callable[[str], None],
        seed: Seed,
        workers: int | WorkerThreads,
    ) -> int:
        began = time.perf_counter()
        playing = iter_play(game, held, strategy, seed=seed, workers=workers)
        for turn in playing:
            black, white = turn.reply
            say(self.turn.format(guess=self._spaced(game, turn.guess), black=black, white=white))
        played = playing.result
        secret = self._spaced(game, played.position.turns[-1].guess)
        say(self.end.format(secret=secret, guesses=played.guesses, seconds=time.perf_counter() - began))
        return played.guesses

    def _spaced(self, game: Game, code: Code) -> str:
        return Notation("", self.base).format(game, code).replace(",", " ")

    def _code(self, game: Game, text: str | None, say: Callable[[str], None]) -> Code | None:
        try:
            return None if text is None else notation_for(str(game), base=self.base).parse(game, text)
        except BadCode:
            if self.refused is not None:
                say(self.refused)
            raise

    def _strategy(self, game: Game, first: str | None, say: Callable[[str], None]) -> str:
        code = self._code(game, first, say)
        text = (self.first or "").format(ones=".".join("1" * game.pegs))
        if code is not None:
            text = ".".join(str(color + 1) for color in code)
        joint = "," if ":" in self.strategy else ":"
        return f"{self.strategy}{joint}first={text}" if text else self.strategy

    def _game(self, answers: Answers, say: Callable[[str], None]) -> Game:
        numbers: list[int] = []
        for question in self.questions:
            say(question)
            numbers += [answers.number(question) for _ in range(2 // len(self.questions))]
        first, second = numbers
        return Game(second, first) if self.colors_first else Game(first, second)
