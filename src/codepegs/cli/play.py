"""`codepegs play`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from typing import Annotated

import typer

from codepegs import analysis, codes, game as games, match, strategies
from codepegs.cli import options
from codepegs.cli.options import argument, flag, option, strategy_option
from codepegs.cli.position_argument import Given, explaining
from codepegs.cli.prompt import EndOfInput, Leaving, ask, command_in, not_understood, sentence
from codepegs.cli.terminal import console, print_estimate, working_budget
from codepegs.errors import BadInput, CodepegsError, Contradiction
from codepegs.reasons import count_text, counted
from codepegs.rng import Seed

BOX_TURNS = 8
"""Default number of guesses in smaller games, as on the board."""

A_GAME = "the name of a game, e.g. p4c6 or bulls-and-cows, or the numbers of pegs and colours, e.g. 4 6"
"""What a person may type when asked for the game."""

COMMANDS = {
    "hint": "a good guess, with the reason",
    "candidates": "how many codes are still possible",
    "undo": "take back the last guess",
    "give up": "see the secret",
    "quit": "leave the game, and print the command that continues it",
}
"""The commands accepted in place of a guess, with their help."""

WORDS = ", ".join(COMMANDS)


def play(
    rules: Annotated[
        list[str] | None,
        argument(
            "RULES|POSITION",
            "the game, e.g. p4c6, or a position to continue from [default: ask]; or "
            f"your own list of codes: {options.GAME_FILE}",
        ),
    ] = None,
    turns: Annotated[
        int | None, option("N", f"maximum number of turns [default: {BOX_TURNS}, more in larger games]", min=1)
    ] = None,
    strategy: Annotated[str, strategy_option("strategy for the hints; list them with codepegs strategies")] = "auto",
    boards: options.Boards = None,
    adversary: options.Adversary = False,
    noise: options.Noise = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    coach: Annotated[bool, flag("--coach", "review the game at the end: skill and luck")] = False,
    seed: options.Seed = None,
    workers: options.Workers = None,
) -> None:
    """Guess a secret code chosen by the program.

    Examples:
        codepegs play
        codepegs play p4c6 --coach
        codepegs play bulls-and-cows --turns 10
        codepegs play wordle.toml --boards 4

    Type a guess or a command: hint (a good guess, with the reason), candidates (how many codes are still possible),
    undo (take back the last guess), give up (see the secret), quit (and print the command that continues the game,
    or, with --boards, begins it again).

    With --noise Q, each reply is replaced by a random one with probability Q; the game ends when you guess the code.
    With --adversary, there is no secret: each reply leaves as many codes as possible. With --boards N, there are N
    secrets, and you get one extra guess for each secret after the first.
    """
    if not rules:
        ask_and_play(turns, seed)
        return
    share = options.read_share(noise)
    if adversary and share:
        raise BadInput.because("adversary_and_noise")
    if coach and share:
        raise BadInput.because("coach_and_noise")
    given = Given.read(rules, symbols, base, noisy=bool(share), as_given=True)
    options.check_named(given.position.game)
    played, most = len(given.position.turns), turns or turns_for(given.position.game)
    if most <= played and (share or not given.position.solved):
        raise BadInput.because("no_guess_left" if turns else "no_guess_left_by_default", most=most, count=played)
    if boards is not None:
        begun = bool(given.position.turns)
        options.check_alone(
            {"--adversary": adversary, "--noise": bool(share), "--coach": coach, "a position with turns": begun}
        )
        most += 0 if turns else boards - 1
        from codepegs.cli.boards import play_on_boards

        play_on_boards(given.name, boards, most, strategy, given.notation, Seed.of(seed))
        return
    player = strategies.Player.parse(strategy).with_noise(share)
    if strategy != strategies.DEFAULT:  # auto only gives hints, so a failure does not prevent the game
        player.check(given.position.game)
    with explaining(given):
        game = _Play(given, most, player, Seed.of(seed), workers, share, adversary=adversary, coached=coach)
    game.run()


def turns_for(game: games.Game) -> int:
    """The default number of guesses: twice the fewest by information, but at least as many as on the board."""
    return max(BOX_TURNS, 2 * ceil(analysis.least_by_information(game))) if game._traits.counts_pegs else BOX_TURNS


def ask_and_play(turns: int | None = None, seed: int | None = None) -> None:
    """Ask for the rules and a secret; without a secret, the person guesses one of the program's."""
    from codepegs.cli.solve import solve

    with _asking("type a game, then a secret or an empty line"):
        offered = _ask_for_game()
        while True:
            secret = ask("Press Enter to guess a secret code, or type a code for the program to guess")
            _leave_on_quit(secret)
            try:
                given = _game_of(secret, offered) if secret else offered[0]
                break
            except BadInput as error:
                print(sentence(error))
    if secret:
        solve(given.name, [secret], turns=turns, seed=seed)
    else:
        _Play(
            given,
            turns or turns_for(given.position.game),
            strategies.Player.parse(strategies.DEFAULT),
            Seed.of(seed),
            None,
            0.0,
        ).run()


def asked_rules() -> str:
    """Ask for the rules; leaves the program if there is no answer."""
    with _asking("type a game"):
        return _ask_for_game()[0].name


@contextmanager
def _asking(wanted: str) -> Iterator[None]:
    """Ask which game it is, and leave the program if the person wants to or the input ends before what is `wanted`."""
    print(f"Which game? Type {A_GAME}, or quit.")
    try:
        yield
    except EndOfInput:
        raise BadInput.because("input_ended", needed=wanted) from None


def _ask_for_game() -> list[Given]:
    """Ask for the rules; if they were typed as two numbers, the game with the numbers exchanged comes second."""
    while True:
        answer = ask("Rules", "p4c6")
        _leave_on_quit(answer)
        words = answer.replace(",", " ").split()
        if len(words) == 1 and answer.isdecimal():
            words.append(ask("Number of colours", "6"))
            _leave_on_quit(words[1])
        try:
            if any(letter.isalpha() for letter in answer) and command_in(answer) != "help":
                given = Given.read([answer.split()[0]])
                options.check_named(given.position.game)
                return [given]
            if len(words) == 2 and all(word.isdecimal() for word in words):
                return [Given.read([f"p{pegs}c{colors}"]) for pegs, colors in (words, words[::-1])]
            print(f"Type {A_GAME}, or quit.")
        except BadInput as error:
            print(sentence(error))


def _game_of(secret: str, offered: list[Given]) -> Given:
    """Return the first game that has the secret, and print so if it is not the first; raises `BadInput` if none has."""
    asked_for = offered[0]
    try:
        asked_for.as_typed(secret).notation.parse(asked_for.position.game, secret)
        return asked_for
    except BadInput:
        for other in offered[1:]:
            with suppress(BadInput):
                other.as_typed(secret).notation.parse(other.position.game, secret)
                print(f"{secret} is a code of {other.name}, not of {asked_for.name}: playing {other.name}.")
                return other
        raise


def _leave_on_quit(answer: str) -> None:
    if command_in(answer) == "quit":
        raise Leaving


@dataclass
class _Play:
    """An interactive game in which a person is the codebreaker."""

    given: Given
    most: int
    player: strategies.Player
    seed: Seed
    workers: int | None
    noise: float | str
    adversary: bool = False
    coached: bool = False

    def __post_init__(self) -> None:
        self.game: games.Game = self.given.position.game
        self.turns = list(self.given.position.turns)
        self.out = console()
        self.secret = self._choose_secret(self.given.position)

    def _choose_secret(self, position: games.Position) -> games.Code:
        """Draw a secret consistent with the turns so far; against an adversary, a code that could be the secret."""
        if self.adversary:
            return match.Adversary(position).candidates[0]
        if self.noise:
            return match.Secret.draw(self.game, self.seed).code
        drawn = position.turns[-1].guess if position.solved else match.Secret.draw(self.game, self.seed).code
        if position.fits(drawn):
            return drawn
        rng = self.seed.stream("secret", len(position.turns))
        code = None
        if self.game.size <= codes.MOST_CODES:
            left = codes.Candidates.after(position)
            code = left.draw(rng) if len(left) else None
        else:
            try:
                code = codes.find_consistent(position, rng)
            except TimeoutError:
                decision = codes.decide(position, 1)
                if decision.codes:
                    return decision.codes[0]
                if not decision.complete:
                    self.out.print(
                        "A bounded search found no secret that is consistent with this position: start a new game of "
                        f"{self.game}, or try another --seed."
                    )
                    raise typer.Exit(1) from None
        if code is None:
            raise Contradiction.because("no_code_to_go_on")
        return code

    @property
    def notation(self) -> games.Notation:
        return self.given.notation

    @property
    def position(self) -> games.Position:
        return games.Position(self.game, tuple(self.turns))

    def run(self) -> None:
        """Ask for guesses until the end of the game."""
        left = counted(self.most, "guess", "guesses")
        if self.turns:
            left = f"{max(0, self.most - len(self.turns)):,} of {left} left"
        unusual = f"{options.noise_sentence(self.noise)} " if self.noise else ""
        if self.adversary:
            unusual = "There is no secret: each reply leaves as many codes as possible. "
        begin = "" if self.position.solved and not self.noise else f"You have {left}. {unusual}"
        begin += f"Type a guess or a command: {WORDS}." if begin else ""
        self.out.print(f"{self.game}: {self.game.words}. {self.notation.colors_text(self.game)}. {begin}".rstrip())
        for number in range(1, len(self.turns) + 1):
            self._show(number)
        if self.position.solved and not self.noise:
            self.out.print("The last guess was the secret: the game is solved.")
            return
        try:
            while len(self.turns) < self.most:
                if self._one_answer():
                    return
        except Leaving:
            turns = None if self.most == turns_for(self.game) else self.most
            noise = (self.noise if isinstance(self.noise, str) else f"{self.noise:g}") if self.noise else None
            strategy = None if self.player.text in ("auto", f"auto:noise={noise}") else self.player.text
            again = self.given.command_line(
                "play",
                self.position,
                turns=turns,
                strategy=strategy,
                adversary=self.adversary or None,
                noise=noise,
                seed=self.seed.value,
                coach=self.coached or None,
            )
            self.out.print(f"To continue: {again}", soft_wrap=True)
            raise
        self._reveal("No guesses left.")

    def _one_answer(self) -> bool:
        """Process one line of input; return whether the game is over."""
        words = ask(f"Guess {len(self.turns) + 1}")
        command = command_in(words)
        if command == "quit":
            raise Leaving
        if command == "give up":
            self._reveal("You gave up.")
            return True
        if command in ("hint", "candidates", "undo", "help"):
            try:
                getattr(self, f"_{command}")()
            except KeyboardInterrupt:
                self.out.print("Stopped. The game continues.")
            except CodepegsError as error:
                self.out.print(f"Not available: {error}. The game continues.")
            except MemoryError:
                self.out.print("Not available: not enough memory. The game continues.")
            return False
        try:
            given = self.given.as_typed(words, self.turns)
            code = given.notation.parse(self.game, words)
        except BadInput as error:
            self.out.print(not_understood(words, error, COMMANDS, "a code"))
            return False
        self.given = given  # the names of colours that were typed stay
        try:
            return self._answer(code)
        except BadInput as error:
            self.out.print(sentence(error))
            return False

    def _answer(self, guess: games.Code) -> bool:
        holder: match.Adversary | match.Noisy
        if self.adversary:
            holder = match.Adversary(self.position)
        else:
            holder = match.Noisy(
                self.game, match.Secret(self.game, self.secret), self.noise, self.seed, turns=self.turns
            )
        self.game._check_allowed(self.turns, guess)
        self.turns.append(games.Turn(guess, holder.reply(guess)))
        if isinstance(holder, match.Adversary):
            self.secret = holder.candidates[0]
        self._show(len(self.turns))
        if guess == self.secret:
            count = len(self.turns)
            self.out.print(f"Solved in {count} turn{'s' * (count != 1)}. Well done!")
            self._coach()
        return guess == self.secret

    def _show(self, number: int) -> None:
        from codepegs.cli.terminal import TurnLayout

        turn = self.turns[number - 1]
        self.out.print(TurnLayout(self.game, self.notation).row(number, turn.guess, turn.reply))

    def _reveal(self, reason: str) -> None:
        text = self.notation.format(self.game, self.secret)
        left = len(match.Adversary(self.position).candidates) if self.adversary else 1
        told = f"The secret was {text}." if left == 1 else f"{left:,} codes are left, for example {text}."
        self.out.print(f"{reason} {told}")
        self._coach()

    def _coach(self) -> None:
        """Print the review of the game, or the command that prints it."""
        from codepegs.cli.coach import pointer, show_review

        led = pointer(self.given, self.position, self.secret)
        if led is None or self.noise:  # the coach does not support false replies
            return
        if not self.coached:
            self.out.print(led, soft_wrap=True)
            return
        self.out.print()
        with working_budget(self.workers) as budget:
            found = analysis.review(
                self.position,
                self.secret,
                strategy=self.player,
                seed=self.seed,
                notation=self.notation,
                workers=budget.threads,
            )
        show_review(found, self.given)

    def _help(self) -> None:
        commands = ", ".join(f"{name} ({words})" for name, words in COMMANDS.items())
        self.out.print(f"Type a guess, or a command: {commands}.")

    def _undo(self) -> None:
        if self.turns:
            self.turns.pop()
            self.out.print("Last guess taken back.")
        else:
            self.out.print("Nothing to undo.")

    def _candidates(self) -> None:
        from codepegs.cli.terminal import left_sentence

        report = strategies.begin(self.player, self.game, self.seed, tuple(self.turns)).report()
        count, estimate, interval = report.candidates, report.candidates_estimate, report.candidates_interval
        for number in report.suspect_turns:
            self.out.print(f"The reply in turn {number} is probably false.")
        if self.noise and count is None and estimate is not None:
            left = count_text(None, estimate, interval)
            self.out.print(f"The secret is as uncertain as a choice among {left} equally probable codes.")
        else:
            uncounted = "The candidates cannot be counted: the game has too many codes."
            self.out.print(left_sentence(count, estimate, interval) or uncounted)

    def _hint(self) -> None:
        from codepegs.cli.terminal import headed

        codebreaker = strategies.begin(self.player, self.game, self.seed, tuple(self.turns))
        print_estimate(self.game, self.player, self.workers, codebreaker=codebreaker)
        with working_budget(self.workers) as budget:
            best, stopped = strategies.advise_or_stop(codebreaker, 1, budget)
        if not best:
            self.out.print(f"No hint: {stopped}.")
            return
        self.out.print(headed("Hint: ", self.game, best[0].guess, self.notation))
        self.out.print(best[0].why)
