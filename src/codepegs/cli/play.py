"""`codepegs play`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from functools import cached_property
from itertools import islice
from math import ceil
from typing import Annotated

import typer

from codepegs import analysis, codes, game as games, match, strategies
from codepegs.cli import options
from codepegs.cli.dialogue import MOST_IN_ANSWER, Guessing, GuessState, Knowledge, names_of
from codepegs.cli.options import argument, flag, option, strategy_option
from codepegs.cli.position_argument import Given, explaining
from codepegs.cli.prompt import EndOfInput, Leaving, ask, command_in, sentence
from codepegs.cli.terminal import console, print_estimate, working_budget
from codepegs.errors import BadInput, Contradiction
from codepegs.reasons import counted
from codepegs.rng import Seed

BOX_TURNS = 8
"""Default number of guesses in smaller games, as on the board."""

A_GAME = "the name of a game, e.g. p4c6 or bulls-and-cows, or the numbers of pegs and colours, e.g. 4 6"
"""What a person may type when asked for the game."""


MOST_CODES_NAMED = 6
"""Codes that are named for each reply."""


@options.reads_table("rules")
def play(
    rules: Annotated[
        list[str] | None,
        argument("RULES|POSITION", f"{options.CONTINUED} [default: ask]"),
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
    undo (take back the last guess, in a terminal also at the end), why (what each reply to the hint would leave),
    left (the codes that are still possible), give up (see the secret), quit (and print the command that continues the
    game, or, with --boards, begins it again).

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

        play_on_boards(given, boards, most, turns, strategy, Seed.of(seed))
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


class _Here(GuessState):
    """A position of the game, with the codemaker and what the strategy of the hints knows there."""

    def __init__(self, known: Knowledge, holder: Callable[[games.Position], match.Adversary | match.Noisy]) -> None:
        self.known = known
        self._holder = holder
        self.review: analysis.GameReview | None = None
        """The review of the game that ends here, if it was asked for."""

    @cached_property
    def holder(self) -> match.Adversary | match.Noisy:
        """The codemaker at the position."""
        return self._holder(self.position)

    @property
    def position(self) -> games.Position:
        return self.known.position

    def after(self, guess: games.Code) -> _Here:
        """The position after a guess; the codemaker of this one stays as it is."""
        position = self.position
        position.game._check_allowed(position.turns, guess)
        holder = copy(self.holder)
        longer = games.Position(position.game, (*position.turns, games.Turn(guess, holder.reply(guess))))
        return _Here(Knowledge(self.known.player, longer, self.known.seed, self.known), lambda _: holder)


class _Play(Guessing[_Here]):
    """An interactive game in which a person is the codebreaker."""

    why_help = "the candidates that each reply to the hint would leave"

    def __init__(
        self,
        given: Given,
        most: int,
        player: strategies.Player,
        seed: Seed,
        workers: int | None,
        noise: float | str = 0.0,
        *,
        adversary: bool = False,
        coached: bool = False,
    ) -> None:
        self.most = most
        self.player = player
        self.seed = seed
        self.workers = workers
        self.noise = noise
        self.adversary = adversary
        self.coached = coached
        self.game: games.Game = given.position.game
        self.out = console()
        self.code = None if adversary else self._choose_secret(given.position)
        prefixes = [games.Position(self.game, given.position.turns[:n]) for n in range(len(given.position.turns) + 1)]
        super().__init__(given, [_Here(Knowledge(player, prefix, seed), self._holder) for prefix in prefixes])
        if adversary:
            self.state.holder  # noqa: B018  # raises if there is none for the game

    def _holder(self, position: games.Position) -> match.Adversary | match.Noisy:
        """The codemaker at a position."""
        if self.code is None:
            return match.Adversary(position)
        code = match.Secret(self.game, self.code)
        return match.Noisy(self.game, code, self.noise, self.seed, turns=position.turns)

    @property
    def secret(self) -> games.Code:
        """The secret; against an adversary, a code that can be it."""
        if self.code is not None:
            return self.code
        holder = self.state.holder
        assert isinstance(holder, match.Adversary), "there is no secret"
        return holder.candidates[0]

    def _choose_secret(self, position: games.Position) -> games.Code:
        """Draw a secret consistent with the turns so far."""
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

    def run(self) -> None:
        """Ask for guesses until the end of the game."""
        turns = self.state.position.turns
        left = counted(self.most, "guess", "guesses")
        if turns:
            left = f"{max(0, self.most - len(turns)):,} of {left} left"
        unusual = f"{options.noise_sentence(self.noise)} " if self.noise else ""
        if self.adversary:
            unusual = "There is no secret: each reply leaves as many codes as possible. "
        is_solved = self.state.position.solved and not self.noise
        begin = "" if is_solved else f"You have {left}. {unusual}Type a guess or a command: {self.words}."
        self.out.print(f"{self.game}: {self.game.words}. {self.notation.colors_text(self.game)}. {begin}".rstrip())
        for number in range(1, len(turns) + 1):
            self._show(number)
        if is_solved:
            self.out.print("The last guess was the secret: the game is solved.")
            return
        super().run()

    def arrive(self) -> bool:
        here = self.state
        turns = here.position.turns
        if here.is_given_up:
            self._reveal("You gave up.")
        elif turns and turns[-1].guess == self.secret:
            self.out.print(f"Solved in {counted(len(turns), 'turn')}. Well done!")
        elif len(turns) >= self.most:
            self._reveal("No guesses left.")
        else:
            return False
        self._coach()
        return True

    def prompt(self) -> tuple[str, None]:
        return f"Guess {len(self.state.position.turns) + 1}", None

    def turns(self) -> Sequence[games.Turn]:
        return self.state.position.turns

    def guess(self, code: games.Code) -> None:
        self.states.append(self.state.after(code))
        self._show(len(self.turns()))

    def continuation(self) -> str:
        turns = None if self.most == turns_for(self.game) else self.most
        noise = (self.noise if isinstance(self.noise, str) else f"{self.noise:g}") if self.noise else None
        strategy = None if self.player.text in ("auto", f"auto:noise={noise}") else self.player.text
        again = self.given.command_line(
            "play",
            self.state.position,
            turns=turns,
            strategy=strategy,
            adversary=self.adversary or None,
            noise=noise,
            seed=self.seed.value,
            coach=self.coached or None,
        )
        return f"To continue: {again}"

    def _show(self, number: int) -> None:
        from codepegs.cli.terminal import TurnLayout

        turn = self.state.position.turns[number - 1]
        self.out.print(TurnLayout(self.game, self.notation).row(number, turn.guess, turn.reply))

    def _reveal(self, reason: str) -> None:
        text, holder = self.notation.format(self.game, self.secret), self.state.holder
        left = len(holder.candidates) if isinstance(holder, match.Adversary) else 1
        told = f"The secret was {text}." if left == 1 else f"{left:,} codes are left, for example {text}."
        self.out.print(f"{reason} {told}")

    def _coach(self) -> None:
        """Print the review of the game, or the command that prints it."""
        from codepegs.cli.coach import pointer, show_review

        position = self.state.position
        led = pointer(self.given, position, self.secret)
        if led is None or self.noise:  # the coach does not support false replies
            return
        if not self.coached:
            self.out.print(led, soft_wrap=True)
            return
        self.out.print()
        here = self.state
        if here.review is None:
            with working_budget(self.workers) as budget:
                here.review = analysis.review(
                    position,
                    self.secret,
                    strategy=self.player,
                    seed=self.seed,
                    notation=self.notation,
                    workers=budget.threads,
                )
        show_review(here.review, self.given)

    def show_count(self) -> None:
        self._say_suspects()
        self.out.print(self.state.known.count_sentence)

    def show_left(self) -> None:
        self._say_suspects()
        self.out.print(self.state.known.left_sentence(self.notation))

    def _say_suspects(self) -> None:
        for number in self.state.known.report.suspect_turns:
            self.out.print(f"The reply in turn {number} is probably false.")

    def give_hint(self) -> None:
        from codepegs.cli.terminal import headed, print_why

        here = self.state
        if here.hint is None:
            codebreaker = here.known.codebreaker
            print_estimate(self.game, self.player, self.workers, codebreaker=codebreaker)
            with working_budget(self.workers) as budget:
                best, stopped = strategies.advise_or_stop(codebreaker, 1, budget)
            if not best:
                self.out.print(f"No hint: {stopped}.")
                return
            here.hint = best[0]
        self.out.print(headed("Hint: ", self.game, here.hint.guess, self.notation))
        print_why(here.hint)

    def explain_hint(self) -> None:
        """Print what each reply to the hint would leave."""
        from codepegs.cli.terminal import print_why

        here = self.state
        if self.noise:  # no reply excludes a code
            print_why(here.hint)
            return
        parts = here.known.candidates.partition(here.hint.guess)
        for reply, part in islice(parts.items(), MOST_IN_ANSWER):
            names = [self.notation.spell(self.game, code) for code in part[:MOST_CODES_NAMED]]
            self.out.print(f"  {reply}: {counted(len(part), 'candidate')}: {names_of(names, len(part))}")
        if len(parts) > MOST_IN_ANSWER:
            self.out.print(f"  … and {counted(len(parts) - MOST_IN_ANSWER, 'more reply', 'more replies')}")
