"""`codepegs host`: the program finds a code that a person chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from codepegs import codes, files, game as games, strategies
from codepegs.cli import options
from codepegs.cli.dialogue import Command, Dialogue, Knowledge
from codepegs.cli.options import argument, option, with_first
from codepegs.cli.position_argument import Given, declared_text, hinting_at_notation, show_contradiction
from codepegs.cli.prompt import not_understood, sentence
from codepegs.cli.terminal import print_estimate, print_why, working_budget
from codepegs.errors import BadInput, CodepegsError, Contradiction, ImpossibleReply
from codepegs.reasons import count_text, counted, is_interval_said
from codepegs.rng import Seed


@options.reads_table("rules")
def host(
    rules: Annotated[
        list[str] | None,
        argument("RULES|POSITION", f"{options.CONTINUED} [default: ask]"),
    ] = None,
    secret: Annotated[str | None, option("CODE", "your code, to check your replies")] = None,
    strategy: options.Strategy = "auto",
    first: options.First = None,
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
    last reply, in a terminal also at the end), change N REPLY (correct the reply in turn N), why (explain the guess),
    left (the codes that are still possible), quit (and print the command that continues the game).

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
    player = with_first(player, given.position.game, first, given.notation)
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


class _Here:
    """A position of the game, with what the strategy knows there, and its move."""

    def __init__(self, known: Knowledge, *, is_found: bool = False) -> None:
        self.known = known
        self.is_found = is_found
        """Whether the person typed `found`."""
        self.moved: tuple[strategies.Move, strategies.Finding] | None = None
        """The move, once it was made, and whether a consistent code is known."""
        self.contradiction: Contradiction | None = None
        """Why there is no move."""
        self.doubted: games.Reply | None = None
        """The last reply that is not that of the secret; typing it again insists."""
        self.explained: strategies.Suggestion | None = None
        """The guess with its reasons, once they were asked for."""

    @property
    def position(self) -> games.Position:
        return self.known.position

    @property
    def guess(self) -> games.Code:
        """The guess to which a reply is asked for."""
        assert self.moved is not None, "a move was made"
        assert isinstance(self.moved[0], strategies.Guess), "the game goes on"
        return self.moved[0].code


class _Host(Dialogue[_Here]):
    """An interactive game in which a person is the codemaker."""

    answer_noun = "reply"
    empty_line = "help"

    def __init__(
        self,
        given: Given,
        player: strategies.Player,
        seed: Seed,
        secret: games.Code | None,
        budget: strategies.Budget,
    ) -> None:
        self.given = given
        self.player = player
        self.seed = seed
        self.secret = secret
        self.budget = budget
        self.game: games.Game = given.position.game
        self.notation: games.Notation = given.notation
        self.noise = player.noise
        self.noisy = player.noise.doubts
        self.insisted: str | None = None
        """The last change rejected because it does not fit the secret; typing it again makes it."""
        self.order = strategies.OrderNote(self.game) if self.noise.trusts else None
        self.is_explained = False
        """Whether it was said what an uncertainty as a number of candidates means."""
        own_only = player.playing(self.game).strategy.own_guesses_only and self.game.size > codes.MOST_CODES
        self.follows = player.noise.trusts and own_only
        """Whether the game can continue only from the program's own guesses."""
        super().__init__(self._states_of(given.position.turns))

    def _states_of(self, turns: Sequence[games.Turn], kept: Sequence[_Here] = ()) -> list[_Here]:
        """The positions of the game after each of some turns; the first are kept."""
        states = [*kept]
        for count in range(len(states), len(turns) + 1):
            position = games.Position(self.game, tuple(turns[:count]))
            states.append(_Here(Knowledge(self.player, position, self.seed, states[-1].known if states else None)))
        return states

    def own_commands(self, common: Mapping[str, Command]) -> dict[str, Command]:
        change = Command("correct the reply in turn N", self._change, takes="N REPLY")
        found = Command("", lambda rest: self._found())
        return {"undo": common["undo"], "change": change, **common, **({"found": found} if self._can_be_found else {})}

    @property
    def _can_be_found(self) -> bool:
        """Whether the person says that a guess is the code."""
        return self.noisy and self.noise.announced

    @property
    def words(self) -> str:
        return f"{'found (the guess is your code), ' if self._can_be_found else ''}{super().words}"

    def run(self) -> None:
        """Guess until the end of the game."""
        from codepegs.cli.terminal import TurnLayout

        turns = self.state.position.turns
        choose = "Choose a secret code. " if self.secret is None and not turns else ""
        self.out.print(
            f"{self.game}: {self.game.words}. {choose}Type the reply to each guess, e.g. "
            f"{self.game._example_reply}, or a command: {self.words}."
        )
        layout = TurnLayout(self.game, self.notation)
        for number, turn in enumerate(turns, 1):
            self.out.print(layout.row(number, turn.guess, turn.reply))
        super().run()

    def continuation(self) -> str:
        secret = None if self.secret is None else self.notation.format(self.game, self.secret)
        strategy = None if self.player.text == "auto" else self.player.text  # the text includes noise and end
        again = self.given.command_line(
            "host", self.state.position, secret=secret, strategy=strategy, seed=self.seed.value
        )
        return f"To continue: {again}"

    def arrive(self) -> bool:
        here = self.state
        if here.is_found or (self.noise.trusts and here.position.solved):
            self._say_solved()
            return True
        try:
            if here.contradiction is not None:
                raise here.contradiction
            if here.moved is None:
                here.position.check_replies(noisy=self.noisy)
                here.moved = strategies.verified_move(here.known.codebreaker, self.player, self.budget)
            move, finding = here.moved
            report = here.known.report
        except Contradiction as error:
            here.contradiction = error
            self._explain_contradiction()
            return False
        if isinstance(move, strategies.Stop):
            self.out.print(f"The program gives up: {move.reason}.")
            raise typer.Exit(1)
        for suspect in report.suspect_turns:
            self.out.print(f"     The reply in turn {suspect} is probably false.", style="dim")
        if isinstance(move, strategies.Declaration):
            right = None if self.secret is None else self.secret == move.code
            code = self.notation.format(self.game, move.code)
            self.out.print(declared_text(len(here.position.turns), move.confidence, right, code))
            self._say_solved()
            return True
        self._show_guess(move.code, finding, report)
        return False

    def _say_solved(self) -> None:
        from codepegs.cli.coach import pointer

        if not self.noise.announced:
            return
        position = self.state.position
        self.out.print(f"Solved in {counted(len(position.turns), 'turn')}.")
        led = pointer(self.given, position) if self.noise.trusts else None
        if led is not None:
            self.out.print(led, soft_wrap=True)

    def _show_guess(self, guess: games.Code, finding: strategies.Finding, report: strategies.Report) -> None:
        """Print the guess and what is known, as far as it is new."""
        from rich.text import Text

        from codepegs.cli.terminal import EQUIVALENTS, TurnLayout, is_long

        position = self.state.position
        if self.order is not None:
            self.order.follow(position, report.candidates)
            if self.order.is_new:
                self.out.print(f"     {self.order.sentence}", style="dim")
        left = count_text(report.candidates, report.candidates_estimate, report.candidates_interval)
        left = f"{left} candidate{'s' * (left != '1')}" if left else ", ".join(report.notes)
        has_interval = is_interval_said(report.candidates_interval)
        is_about = report.candidates is None and report.candidates_estimate is not None and not has_interval
        if finding.consistent is None and finding.is_searched:
            is_about = False
            said = strategies.closest_reason(position, guess).text
            left = f"{said[0].lower()}{said[1:-1]}"
        number = len(position.turns) + 1
        if self.secret is None and is_long(self.game):  # the person needs the whole guess to reply
            text = self.notation.format(self.game, guess)
            self.out.print(Text.assemble(f"{number:>3}  {text}  ", (left, "dim")), soft_wrap=True)
        else:
            layout = TurnLayout(self.game, self.notation)
            self.out.print(layout.row(number, guess, None, Text(left, style="dim")))
        if self.noisy and is_about and not self.is_explained:
            self.is_explained = True
            self.out.print(f"     {EQUIVALENTS.format(what='candidates')}", style="dim")

    def _explain_contradiction(self) -> None:
        """Say which replies contradict each other, and what would correct that."""
        position, why = self.state.position, str(self.state.contradiction)
        if self.noisy:
            self.out.print("The replies contradict each other.", style="bold")
            self.out.print(f"  {why[0].upper()}{why[1:]}.")
        else:
            show_contradiction(position, self.notation)
        if not self.follows:
            return
        number, contradicts = own_turns(self.player, self.game, self.seed, position.turns)
        if contradicts:
            self.out.print(
                f"  The contradiction appears at turn {number}: the wrong reply is in that turn or an earlier one. "
                "After a correction the game continues from the first guess that depends on it."
            )

    def prompt(self) -> tuple[str, str | None]:
        if self.state.contradiction is not None:
            return "Correction (change N REPLY, undo or quit)", None
        return "Reply", None if self.secret is None else str(self.game.reply(self.state.guess, self.secret))

    def is_answer(self, line: str) -> bool:
        if self.state.contradiction is not None:
            return False
        try:
            return bool(self.state.position.after(self.state.guess, line, noisy=self.noisy))
        except CodepegsError:
            return False

    def answer(self, line: str) -> None:
        here = self.state
        if here.contradiction is not None:
            self.out.print(
                "Type change N REPLY to correct the reply in turn N, "
                f"e.g. change 1 {self.game._example_reply}, or undo, or quit."
            )
            return
        try:
            longer = here.position.after(here.guess, line, noisy=self.noisy)
            reply = self._known(longer.turns[-1])
        except ImpossibleReply as error:
            show_contradiction(error.position or here.position, self.notation)
            return
        except BadInput as error:
            self.out.print(not_understood(line, error, self.listed, "a reply"))
            return
        true = reply if self.secret is None else self.game.reply(here.guess, self.secret)
        if reply not in (true, here.doubted) and not self.noisy:
            self.out.print(
                f"Your secret gives the reply {true}; press Enter to use it, or type {reply} again to insist."
            )
            here.doubted = reply
            return
        here.doubted = None  # it is doubted again after undo
        self.states.append(_Here(Knowledge(self.player, longer, self.seed, here.known)))

    def _known(self, turn: games.Turn) -> games.Reply:
        """The reply of a turn; raises a `BadReply` if a number of it is unknown and the strategy needs it."""
        if turn.reply.unknown:
            self.player.start(self.game, self.seed).check_known([turn])
        return turn.reply

    def _found(self) -> None:
        """End the game with the guess."""
        here = self.state
        if here.contradiction is not None:
            self.answer("found")
            return
        longer = here.position.after(here.guess, self.game.win, noisy=self.noisy)
        self.states.append(_Here(Knowledge(self.player, longer, self.seed, here.known), is_found=True))

    def _change(self, typed: str) -> None:
        """Correct the reply of an earlier turn."""
        turns, words = list(self.state.position.turns), typed.split()
        number = files.number_in(words[0]) if len(words) > 1 else None
        if not turns:
            self.out.print("There is no reply to change yet.")
            return
        if number is None or not 1 <= number <= len(turns):
            self.out.print(
                "Type change N REPLY to correct the reply in turn N "
                f"(1{f' to {len(turns)}' * (len(turns) > 1)}), e.g. change 1 {self.game._example_reply}."
            )
            return
        guess = turns[number - 1].guess
        try:
            told = games.parse_reply(self.game, " ".join(words[1:]), guess)
            reply = self._known(games.Turn(guess, self.game.check_reply(guess, told, noisy=self.noisy)))
        except BadInput as error:
            self.out.print(sentence(error))
            return
        true = reply if self.secret is None else self.game.reply(guess, self.secret)
        if reply != true and not self.noisy and self.insisted != typed:
            self.insisted = typed
            self.out.print(
                f"Your secret gives the reply {true} in turn {number}; type the change again to make it anyway."
            )
            return
        turns[number - 1] = games.Turn(guess, reply)
        self.states = self._states_of(turns[: self._followed(turns)], self.states[:number])

    def _followed(self, turns: Sequence[games.Turn]) -> int:
        """The number of turns that stay after a change: not those whose guesses the strategy would not make now."""
        if not self.follows:
            return len(turns)
        own, contradicts = own_turns(self.player, self.game, self.seed, tuple(turns))
        if own == len(turns) or contradicts:
            return len(turns)
        back = len(turns) - own
        self.out.print(
            f"The guesses from turn {own + 1} on depended on the corrected reply: {counted(back, 'turn')} "
            f"{'was' if back == 1 else 'were'} taken back."
        )
        return own

    def show_help(self) -> None:
        if self.state.contradiction is not None:
            self.answer("")
            return
        self.out.print(
            f"Type the reply to the guess, e.g. {self.game._example_reply}, ?? if it is unknown, or a command: "
            f"{self.words}."
        )

    def show_left(self) -> None:
        if self.state.contradiction is not None:
            self.out.print("No code is consistent with all replies.")
        else:
            self.out.print(self.state.known.left_sentence(self.notation))

    def explain(self) -> None:
        """Print the reason of the guess; at a contradiction, which replies contradict each other."""
        here = self.state
        if here.contradiction is not None:
            self._explain_contradiction()
            return
        here.explained = here.explained or self._explained(here)
        if here.explained is None:
            self.out.print("Consistent with all replies so far.")
        else:
            print_why(here.explained)

    def _explained(self, here: _Here) -> strategies.Suggestion | None:
        """The guess with its reasons; None if it is only known to be consistent."""
        from codepegs.strategies.protocol import figures_of
        from codepegs.trees.gallery import find

        has_tree = find(self.game) is not None  # the gallery's tree has the exact average
        advised = []
        if has_tree or not self.noise.trusts:
            advised = strategies.advise(here.known.codebreaker, 1, self.budget)
        if advised and (advised[0].guess == here.guess or not self.noise.trusts):
            return advised[0]
        return None if self.game.size > codes.MOST_CODES else figures_of(here.known.candidates, here.guess)
