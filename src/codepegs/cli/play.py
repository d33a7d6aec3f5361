"""`codepegs play`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import (
    BaseOption,
    SeedOption,
    StrategyOption,
    SymbolsOption,
    console,
    make_notation,
    say_what_it_takes,
    working_budget,
)

if TYPE_CHECKING:
    from codepegs.game import Code, Game
    from codepegs.seeds import Seed
    from codepegs.texts import Notation, Position

BOX_TURNS = 8
"""Guesses the board game allows."""


def play(
    rules: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RULES|POSITION]",
            help="the game, like p4c6, or a position to go on from [default: you are asked]",
            show_default=False,
        ),
    ] = None,
    turns: Annotated[int, typer.Option("--turns", min=1, help="guesses you may make")] = BOX_TURNS,
    strategy: StrategyOption = "auto",
    symbols: SymbolsOption = None,
    base: BaseOption = None,
    seed: SeedOption = None,
) -> None:
    """Break a code the program holds.

    Type a guess, or one of these words: hint (a good guess and why), candidates (how many codes are possible), undo
    (take the last guess back), give up (show the secret), quit (leave, with the text to go on from).
    """
    from codepegs.seeds import Seed
    from codepegs.texts import Position

    if not rules:
        ask_and_play(turns, seed)
        return
    drawn = Seed.of(seed)
    position = Position.parse(" ".join(rules))
    _Play(position, make_notation(rules[0].split()[0], symbols, base), turns, strategy, drawn).run()


def ask_and_play(turns: int = BOX_TURNS, seed: int | None = None) -> None:
    """Ask for colours, holes and a secret; without a secret the person breaks one of ours."""
    from codepegs.cli.prompt import Leaving, ask, ask_number
    from codepegs.cli.solve import solve
    from codepegs.errors import BadInput
    from codepegs.game import MOST_COLORS, MOST_PEGS, Game
    from codepegs.seeds import Seed
    from codepegs.texts import CANONICAL, Position

    try:
        colors = ask_number("How many colours?", 6, 1, MOST_COLORS)
        holes = ask_number("How many holes?", 4, 1, MOST_PEGS)
        game = Game(holes, colors)
        while True:
            secret = ask("A secret for the program to break (press Enter to break one of its own)", "")
            try:
                if secret:
                    CANONICAL.parse(game, secret)
                break
            except BadInput as error:
                print(f"{str(error)[0].upper()}{str(error)[1:]}.")
    except Leaving:
        return
    if secret:
        solve(str(game), [secret], turns=turns, seed=seed)
    else:
        _Play(Position(game), CANONICAL, turns, "auto", Seed.of(seed)).run()


class _Play:
    """A person at the codebreaker's side of the board."""

    def __init__(self, position: Position, notation: Notation, turns: int, strategy: str, seed: Seed) -> None:
        from codepegs.codebreakers.registry import Player

        self.game: Game = position.game
        self.notation = notation
        self.most = turns
        self.player = Player.parse(strategy)
        self.player.check(self.game)
        self.seed = seed
        self.turns = list(position.turns)
        self.secret = self._choose_secret(position)
        self.out = console()

    def _choose_secret(self, position: Position) -> Code:
        """A secret that fits the turns of a game that is taken up again."""
        from codepegs.candidates import MOST_CODES, Candidates
        from codepegs.codebreakers.consistent import find_consistent
        from codepegs.codemakers import Secret
        from codepegs.errors import BadStrategy, Contradiction

        drawn = Secret.draw(self.game, self.seed).code
        if all(self.game.reply(drawn, turn.guess) == turn.reply for turn in position.turns):
            return drawn
        rng = self.seed.stream("secret", len(position.turns))
        if self.game.size <= MOST_CODES:
            left = Candidates.after(position)
            code = left[int(rng.integers(len(left)))] if len(left) else None
        else:
            try:
                code = find_consistent(position, rng)
            except TimeoutError:
                raise BadStrategy(f"no secret that fits this position was found; start {self.game} anew") from None
        if code is None:
            raise Contradiction("no code fits this position, so there is no secret to go on with")
        return code

    @property
    def position(self) -> Position:
        from codepegs.texts import Position

        return Position(self.game, tuple(self.turns))

    def run(self) -> None:
        """Ask for guesses until the end of the game."""
        from codepegs.cli.prompt import Leaving, ask
        from codepegs.errors import BadInput

        from_symbol, to_symbol = (self.notation.symbol(self.game, color) for color in (0, self.game.colors - 1))
        self.out.print(
            f"{self.game}: {self.game.words}. Colours {from_symbol} to {to_symbol}; {self.most} guesses. "
            "Type a guess, or: hint, candidates, undo, give up, quit.",
            markup=False,
        )
        for number in range(1, len(self.turns) + 1):
            self._show(number)
        while len(self.turns) < self.most:
            try:
                words = ask(f"Guess {len(self.turns) + 1}")
            except Leaving:
                words = "quit"
            command = words.lower().replace("-", " ")
            if command == "quit":
                self.out.print(f"To go on: codepegs play '{self.position}' --seed {self.seed.value}", markup=False)
                return
            if command == "give up":
                self._reveal("You give up.")
                return
            if command in ("hint", "candidates", "undo", "help"):
                try:
                    getattr(self, f"_{command}")()
                except KeyboardInterrupt:
                    self.out.print("Stopped; the game goes on.")
                continue
            try:
                guess = self.notation.parse(self.game, words)
            except BadInput as error:
                self.out.print(f"{str(error)[0].upper()}{str(error)[1:]}.", markup=False)
                continue
            if self._answer(guess):
                return
        self._reveal("No guesses are left.")

    def _answer(self, guess: Code) -> bool:
        from codepegs.texts import Turn

        self.turns.append(Turn(guess, self.game.reply(self.secret, guess)))
        self._show(len(self.turns))
        if guess == self.secret:
            count = len(self.turns)
            self.out.print(f"Solved in {count} turn{'s' * (count != 1)}. Well done!")
        return guess == self.secret

    def _show(self, number: int) -> None:
        from rich.text import Text

        from codepegs.cli.board import code_text, reply_text

        turn = self.turns[number - 1]
        code = code_text(self.game, turn.guess, self.notation)
        self.out.print(Text.assemble(f"{number:>3}  ", code, "  ", reply_text(self.game, turn.reply)))

    def _reveal(self, reason: str) -> None:
        self.out.print(f"{reason} The secret was {self.notation.format(self.game, self.secret)}.", markup=False)

    def _help(self) -> None:
        self.out.print("hint: a good guess and why; candidates: how many codes are possible; undo; give up; quit.")

    def _undo(self) -> None:
        if self.turns:
            self.turns.pop()
            self.out.print("Taken back.")
        else:
            self.out.print("There is nothing to take back.")

    def _candidates(self) -> None:
        from codepegs.driver import begin

        count = begin(self.player, self.game, self.seed, tuple(self.turns)).report().candidates
        if count is None:
            self.out.print("There are too many codes in this game to count those left.")
        else:
            self.out.print(f"{count:,} code{'s are' if count != 1 else ' is'} possible.")

    def _hint(self) -> None:
        from rich.text import Text

        from codepegs.cli.board import code_text
        from codepegs.codebreakers.door import Guess, Ranks
        from codepegs.driver import begin

        say_what_it_takes(self.game, self.player, None, len(self.turns))
        codebreaker = begin(self.player, self.game, self.seed, tuple(self.turns))
        with working_budget(None) as budget:
            if isinstance(codebreaker, Ranks):
                best = codebreaker.rank(1, budget)[0]
                guess, why = best.guess, best.why
            else:
                move = codebreaker.next(budget)
                if not isinstance(move, Guess):
                    self.out.print(f"No hint: {getattr(move, 'reason', 'nothing is known')}.", markup=False)
                    return
                guess, why = move.code, "It fits all replies so far."
        self.out.print(Text.assemble("Try ", code_text(self.game, guess, self.notation), f"  {why}"))
