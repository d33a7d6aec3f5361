"""`codepegs host`: the program finds a code that a person chose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from codepegs import codes, files, game as games, strategies
from codepegs.cli import options
from codepegs.cli.options import argument, option
from codepegs.cli.position_argument import Given, declared_text, hinting_at_notation, show_contradiction
from codepegs.cli.prompt import Interrupted, Leaving, ask, command_in, not_understood, sentence
from codepegs.cli.terminal import console, print_estimate, working_budget
from codepegs.errors import BadInput, CodepegsError, Contradiction, ImpossibleReply
from codepegs.reasons import count_text, counted, is_interval_said
from codepegs.rng import Seed

COMMANDS = {
    "undo": "take back the last reply",
    "change N REPLY": "correct the reply in turn N",
    "why": "explain the guess",
    "quit": "leave the game, and print the command that continues it",
}
"""The commands accepted in place of a reply, with their help."""


def host(
    rules: Annotated[
        list[str] | None,
        argument(
            "RULES|POSITION",
            f"the game, e.g. p4c6, or a position to continue from; or your own list of codes: {options.GAME_FILE} "
            "[default: ask]",
        ),
    ] = None,
    secret: Annotated[str | None, option("CODE", "your code, to check your replies")] = None,
    strategy: options.Strategy = "auto",
    noise: options.AssumedNoise = None,
    declare: options.Declare = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    seed: options.Seed = None,
    workers: options.Workers = None,
) -> None:
    """Choose a secret code and let the program guess it; you type the replies.

    Examples:
        codepegs host p4c6
        codepegs host bc --secret 0427
        codepegs host p4c6 --noise 0.1

    Replies: 1b2w is one black and two white; you can also type 1,2 or 1 2 or ●○○. Commands: undo (take back the
    last reply), change N REPLY (correct the reply in turn N), why (explain the guess), quit (and print the
    command that continues the game).

    If your replies contradict each other, the conflicting turns and possible corrections are printed, and the game
    continues once you correct one. With --noise, false replies are allowed; type the command found when the guess is
    your code. With --declare 0.99, the program declares the secret once its probability reaches 0.99.
    """
    from codepegs.cli.play import asked_rules

    player = strategies.Player.parse(strategy).with_noise(noise, declare)
    noisy = player.noise.doubts
    given = Given.read(rules or [asked_rules()], symbols, base, noisy=noisy, as_given=True)
    options.check_named(given.position.game)
    with hinting_at_notation(symbols, base):
        given = given.as_typed(secret or "", given.position.turns)
        held = given.notation.parse(given.position.game, secret) if secret is not None else None
    if held is not None and not noisy:
        codes.check_secret(given.position, held, given.notation)
    player.start(given.position.game, Seed(0))  # raises if the options do not suit the game
    print_estimate(given.position.game, player, workers)
    with working_budget(workers) as budget:
        _Host(given, player, Seed.of(seed), held, budget).run()


def own_turns(
    player: strategies.Player, game: games.Game, seed: Seed, turns: tuple[games.Turn, ...]
) -> tuple[int, bool]:
    """Return how many turns the player can follow, and whether the last of these contradicts the others."""
    codebreaker = player.playing(game).start(game, seed)
    for number, turn in enumerate(turns):
        try:
            codebreaker.learn(turn)
        except strategies.ForeignHistory:
            return number, False
        except Contradiction:
            return number + 1, True
    return len(turns), False


class _Undone(Exception):
    """An earlier reply was changed, so the current guess no longer applies."""


@dataclass
class _Host:
    """An interactive game in which a person is the codemaker."""

    given: Given
    player: strategies.Player
    seed: Seed
    secret: games.Code | None
    budget: strategies.Budget
    insisted: str | None = None
    """The last change rejected because it does not fit the secret; typing it again makes it."""
    over: bool = False
    """Whether the secret was declared, or the person typed `found`."""
    _at: strategies.Codebreaker | None = None
    """The codebreaker at the last position."""
    _explained: bool = False
    """Whether it was said what an uncertainty as a number of candidates means."""

    def __post_init__(self) -> None:
        player = self.player
        self.position: games.Position = self.given.position
        self.game = self.position.game
        self.notation: games.Notation = self.given.notation
        self.noise = player.noise
        self.noisy = player.noise.doubts
        self.out = console()
        self.order = strategies.OrderNote(self.game) if self.noise.trusts else None
        own_only = player.playing(self.game).strategy.own_guesses_only and self.game.size > codes.MOST_CODES
        self.follows = player.noise.trusts and own_only
        """Whether the game can continue only from the program's own guesses."""

    def run(self) -> None:
        """Guess until the end of the game."""
        from codepegs.cli.coach import pointer
        from codepegs.cli.terminal import TurnLayout

        choose = "Choose a secret code. " if self.secret is None and not self.position.turns else ""
        self.out.print(
            f"{self.game}: {self.game.words}. {choose}Type the reply to each guess, e.g. "
            f"{self.game._example_reply}, or a command: {self._words}."
        )
        layout = TurnLayout(self.game, self.notation)
        for number, turn in enumerate(self.position.turns, 1):
            self.out.print(layout.row(number, turn.guess, turn.reply))
        try:
            while not (self.over or (self.noise.trusts and self.position.solved)):
                try:
                    self._one_turn()
                except _Undone:
                    continue
        except (Leaving, KeyboardInterrupt) as leaving:
            secret = None if self.secret is None else self.notation.format(self.game, self.secret)
            strategy = None if self.player.text == "auto" else self.player.text  # the text includes noise and end
            again = self.given.command_line(
                "host", self.position, secret=secret, strategy=strategy, seed=self.seed.value
            )
            self.out.print(f"To continue: {again}", soft_wrap=True)
            raise (leaving if isinstance(leaving, Leaving) else Interrupted()) from None
        if not self.noise.announced:
            return
        count = len(self.position.turns)
        self.out.print(f"Solved in {count} turn{'s' * (count != 1)}.")
        led = pointer(self.given, self.position) if self.noise.trusts else None
        if led is not None:
            self.out.print(led, soft_wrap=True)

    @property
    def _words(self) -> str:
        found = "found (the guess is your code), " if self.noisy and self.noise.announced else ""
        return f"{found}{', '.join(COMMANDS)}"

    def _one_turn(self) -> None:
        from rich.text import Text

        from codepegs.cli.terminal import EQUIVALENTS, TurnLayout, is_long

        try:
            codebreaker = self._codebreaker()
            move, finding = strategies.verified_move(codebreaker, self.player, self.budget)
            report = codebreaker.report()
        except Contradiction as error:
            self._at = None
            self._mend(str(error) if self.noisy else "")
            return
        if isinstance(move, strategies.Stop):
            self.out.print(f"The program gives up: {move.reason}.")
            raise typer.Exit(1)
        for suspect in report.suspect_turns:
            self.out.print(f"     The reply in turn {suspect} is probably false.", style="dim")
        if isinstance(move, strategies.Declaration):
            right = None if self.secret is None else self.secret == move.code
            code = self.notation.format(self.game, move.code)
            self.out.print(declared_text(len(self.position.turns), move.confidence, right, code))
            self.over = True
            return
        assert isinstance(move, strategies.Guess)
        if self.order is not None:
            self.order.follow(self.position, report.candidates)
            if self.order.is_new:
                self.out.print(f"     {self.order.sentence}", style="dim")
        left = count_text(report.candidates, report.candidates_estimate, report.candidates_interval)
        left = f"{left} candidate{'s' * (left != '1')}" if left else ", ".join(report.notes)
        has_interval = is_interval_said(report.candidates_interval)
        is_about = report.candidates is None and report.candidates_estimate is not None and not has_interval
        if finding.consistent is None and finding.is_searched:
            is_about = False
            said = strategies.closest_reason(self.position, move.code).text
            left = f"{said[0].lower()}{said[1:-1]}"
        number = len(self.position.turns) + 1
        if self.secret is None and is_long(self.game):  # the person needs the whole guess to reply
            guess = self.notation.format(self.game, move.code)
            self.out.print(Text.assemble(f"{number:>3}  {guess}  ", (left, "dim")), soft_wrap=True)
        else:
            layout = TurnLayout(self.game, self.notation)
            self.out.print(layout.row(number, move.code, None, Text(left, style="dim")))
        if self.noisy and is_about and not self._explained:
            self._explained = True
            self.out.print(f"     {EQUIVALENTS.format(what='candidates')}", style="dim")
        self.position = self.position.after(move.code, self._ask_reply(move.code), noisy=self.noisy)

    def _codebreaker(self) -> strategies.Codebreaker:
        """Return the codebreaker at this position, restarted if an earlier turn was changed."""
        turns, last = self.position.turns, self._at
        self._at = None
        self.position.check_replies(noisy=self.noisy)
        if last is not None and turns and last.position.turns == turns[:-1]:
            last.learn(turns[-1])
        elif last is None or last.position.turns != turns:
            last = strategies.begin(self.player, self.game, self.seed, turns)
        self._at = last
        return last

    def _take_back_foreign(self) -> None:
        """Take back the turns whose guesses the strategy would not make after the changed replies."""
        turns = self.position.turns
        own, contradicts = own_turns(self.player, self.game, self.seed, turns)
        if own < len(turns) and not contradicts:
            self.position = games.Position(self.game, turns[:own])
            back = len(turns) - own
            self.out.print(
                f"The guesses from turn {own + 1} on depended on the corrected reply: {counted(back, 'turn')} "
                f"{'was' if back == 1 else 'were'} taken back."
            )

    def _ask_reply(self, guess: games.Code) -> games.Reply:
        true = None if self.secret is None else self.game.reply(guess, self.secret)
        doubted: games.Reply | None = None
        while True:
            words = ask("Reply", None if true is None else str(true))
            if command_in(words) in ("", "help"):
                self.out.print(
                    f"Type the reply to the guess, e.g. {self.game._example_reply}, ?? if it is unknown, or a command: "
                    f"{self._words}."
                )
                continue
            if command_in(words) == "found" and self.noisy and self.noise.announced:
                self.over = True
                return self.game.win
            if command_in(words) == "why":
                try:
                    self._explain(guess)
                except (CodepegsError, MemoryError) as error:
                    self.out.print(f"No explanation: {error or 'not enough memory'}.")
                continue
            if self._execute(words):
                continue
            try:
                reply = self._known(self.position.after(guess, words, noisy=self.noisy).turns[-1])
            except ImpossibleReply as error:
                show_contradiction(error.position or self.position, self.notation)
                continue
            except BadInput as error:
                self.out.print(not_understood(words, error, COMMANDS, "a reply"))
                continue
            if true is not None and reply not in (true, doubted) and not self.noisy:
                self.out.print(
                    f"Your secret gives the reply {true}; press Enter to use it, or type {reply} again to insist."
                )
                doubted = reply
                continue
            return reply

    def _known(self, turn: games.Turn) -> games.Reply:
        """The reply of a turn; raises a `BadReply` if a number of it is unknown and the strategy needs it."""
        if turn.reply.unknown:
            self.player.start(self.game, self.seed).check_known([turn])
        return turn.reply

    def _execute(self, words: str) -> bool:
        """Execute undo, change and quit; return whether it was one of them, but changed nothing."""
        command, *rest = command_in(words).split()
        if command == "quit" and not rest:
            raise Leaving
        if command == "undo" and not rest:
            if not self.position.turns:
                self.out.print("Nothing to undo.")
                return True
            self.position = games.Position(self.game, self.position.turns[:-1])
            raise _Undone
        if command == "change":
            turns = list(self.position.turns)
            number = files.number_in(rest[0]) if len(rest) > 1 else None
            if number is None or not 1 <= number <= len(turns):
                if turns:
                    self.out.print(
                        "Type change N REPLY to correct the reply in turn N "
                        f"(1{f' to {len(turns)}' * (len(turns) > 1)}), e.g. change 1 {self.game._example_reply}."
                    )
                else:
                    self.out.print("There is no reply to change yet.")
                return True
            try:
                guess = turns[number - 1].guess
                told = games.parse_reply(self.game, " ".join(rest[1:]), guess)
                reply = self._known(games.Turn(guess, self.game.check_reply(guess, told, noisy=self.noisy)))
            except BadInput as error:
                self.out.print(sentence(error))
                return True
            true = reply if self.secret is None else self.game.reply(turns[number - 1].guess, self.secret)
            if reply != true and not self.noisy and self.insisted != words:
                self.insisted = words
                self.out.print(
                    f"Your secret gives the reply {true} in turn {number}; type the change again to make it anyway."
                )
                return True
            turns[number - 1] = games.Turn(turns[number - 1].guess, reply)
            self.position = games.Position(self.game, tuple(turns))
            if self.follows:
                self._take_back_foreign()
            raise _Undone
        return False

    def _explain(self, guess: games.Code) -> None:
        from codepegs.strategies.protocol import figures_of
        from codepegs.trees.gallery import find

        has_tree = find(self.game) is not None  # the gallery's tree has the exact average
        advised = []
        if has_tree or not self.noise.trusts:
            advised = strategies.advise(
                strategies.begin(self.player, self.game, self.seed, self.position.turns), 1, self.budget
            )
        if advised and (advised[0].guess == guess or not self.noise.trusts):
            self.out.print(advised[0].why)
        elif self.game.size > codes.MOST_CODES:
            self.out.print("Consistent with all replies so far.")
        else:
            self.out.print(figures_of(codes.Candidates.after(self.position), guess).why)

    def _mend(self, despite_noise: str = "") -> None:
        """Explain the contradiction, by `despite_noise` if some replies may be false, and ask for a correction."""
        if despite_noise:
            self.out.print("The replies contradict each other.", style="bold")
            self.out.print(f"  {despite_noise[0].upper()}{despite_noise[1:]}.")
        else:
            show_contradiction(self.position, self.notation)
        number, contradicts = 0, False
        if self.follows:
            number, contradicts = own_turns(self.player, self.game, self.seed, self.position.turns)
        if contradicts:
            self.out.print(
                f"  The contradiction appears at turn {number}: the wrong reply is in that turn or an earlier one. "
                "After a correction the game continues from the first guess that depends on it."
            )
        while True:
            words = ask("Correction (change N REPLY, undo or quit)")
            if words and not self._execute(words):
                self.out.print(
                    "Type change N REPLY to correct the reply in turn N, "
                    f"e.g. change 1 {self.game._example_reply}, or undo, or quit."
                )
