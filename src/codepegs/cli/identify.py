"""`codepegs identify`: the program finds an object of a table that a person thinks of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Annotated, NamedTuple

from codepegs import codes, game as games, match, strategies
from codepegs.cli import options
from codepegs.cli.dialogue import MOST_IN_ANSWER, Command, Dialogue, names_of
from codepegs.cli.options import argument, option, with_first
from codepegs.cli.position_argument import Given
from codepegs.cli.prompt import sentence
from codepegs.cli.terminal import working_budget
from codepegs.errors import BadReply, one_of
from codepegs.reasons import counted

MOST_OBJECTS_NAMED = 12
"""Objects that are named in a sentence."""

HELP = "Type an outcome{mark}; ? if you do not know; why, left, undo or quit."
MARKED = {"number": ", its beginning or its number", "letter": ", its beginning or its letter", "": " or its beginning"}
"""What else can be typed, by what stands before the outcomes."""

UNKNOWN = "?"
"""The answer of a person who does not know; elsewhere it asks for help."""

LETTERS = "abcdefghijklmnoprstuvwxyz"
"""The marks of outcomes that have digits; without q, which quits."""


@options.reads_table("table")
def identify(
    table: Annotated[
        list[str],
        argument(
            "FILE|POSITION",
            "a table, e.g. animals.csv; or a position in it, e.g. 'animals.csv Can_it_fly?:no'",
            callback=lambda words: [options.named_as_table(words[0]), *words[1:]] if words else words,
        ),
    ],
    strategy: options.Strategy = "auto",
    first: Annotated[str | None, option("TEST", "first question")] = None,
    seed: Annotated[int, option("N", "random seed of the strategy", "--seed", min=0)] = 0,
    workers: options.Workers = None,
) -> None:
    """Find what you think of: ask the questions of a table until one object is left.

    Examples:
        codepegs identify animals.csv
        codepegs identify animals.csv --until named --strategy entropy

    The CSV file has a question in each column and an object in each row. Type the outcome as it stands in the table,
    its beginning if that is unique, or its number in the list; ? if you do not know; why for the reason of a question;
    left for the objects that are left; undo to correct the last answer, in a terminal also at the end; quit to leave,
    and print the command that continues. Outcomes that have digits are lettered instead; a number that you type is then
    the outcome of this text, or the only range, such as 3-5, in which it lies.

    If no object fits the answers, the nearest are named, and you can undo; at the end of the input the exit code is
    then 1.
    """
    given = Given.read(table)
    player = with_first(strategies.Player.parse(strategy), given.position.game, first, given.notation)
    with working_budget(workers, quiet=True) as budget:

        def command_line(position: games.Position) -> str:
            return given.command_line(
                "identify",
                position,
                strategy=None if strategy == "auto" and first is None else str(player),
                seed=seed or None,
            )

        _Questions(match.Identification(given.position, player, seed=seed, workers=budget.threads), command_line).run()


class _Questions(Dialogue[match.Identification]):
    """The questions and answers."""

    answer_noun = "answer"
    empty_line = "help"
    nothing_to_undo = "There is no answer to undo."
    goes_on = "The questions continue."
    why_help = "what each outcome would leave"

    def __init__(self, start: match.Identification, command_line: Callable[[games.Position], str]) -> None:
        super().__init__([start])
        self.command_line = command_line
        self.is_introduced = False
        self.options: dict[games.Code, _Options] = {}
        """The outcomes of the questions so far."""

    def own_commands(self, common: Mapping[str, Command]) -> dict[str, Command]:
        """The common commands; a text that names an outcome is that outcome, whatever else it may be."""
        return {name: command._replace(yields=True) for name, command in common.items()}

    def state_before(self) -> match.Identification | None:
        here = self.state
        turns = here.position.turns[:-1]
        if not here.position.turns:
            return None
        return match.Identification(
            games.Position(here.game, turns), here.player, seed=here.seed.value, workers=here.workers
        )

    def arrive(self) -> bool:
        here = self.state
        if here.is_contradiction:
            self._introduce("number")
            self._show_nearest()
            return False
        if not here.is_over:
            self._introduce(self._options.mark)
            return False
        self._introduce("number")
        self.out.print(self._conclusion())
        if here.known is not None and here.known.open_tests:
            answered = tuple(turn for turn in here.position.turns if not turn.reply.unknown)
            again = self.command_line(games.Position(here.game, answered))
            self.out.print(f"To answer them: {again}", soft_wrap=True)
        return True

    @property
    def _options(self) -> _Options:
        """The outcomes of the present question."""
        test, outcomes = self.state.test, self.state.outcomes
        assert test is not None, "there is a question"
        if test not in self.options:
            names = [*outcomes.values()]
            self.options[test] = _Options([*outcomes], names, marks_of(names))
        return self.options[test]

    def prompt(self) -> tuple[str, None]:
        if self.state.is_contradiction:
            return "undo or quit", None
        names, marks = self._options.names, self._options.marks
        listed = [f"{mark} {name}" for mark, name in zip(marks, names, strict=True)] if marks else names
        more = f", … {len(names):,} outcomes" if len(names) > MOST_IN_ANSWER else ""
        return f"{self.state.question} ({', '.join(listed[:MOST_IN_ANSWER])}{more})", None

    def is_answer(self, line: str) -> bool:
        if self.state.test is None:
            return False
        return line == UNKNOWN or self._options.named(" ".join(line.lower().split())) is not None

    def answer(self, line: str) -> None:
        here = self.state
        if here.test is None:
            self.arrive()
            return
        try:
            self.states.append(here.after(self._options.meant(here.game, here.test, line)))
        except BadReply as error:
            self.out.print(self._not_read(line, error), markup=False)

    def _not_read(self, answer: str, error: BadReply) -> str:
        """What is wrong with an answer."""
        marks = self._options.marks
        if error.reason is not None and error.reason.kind == "may_be_outcomes":
            values = dict(error.reason.values)
            mark = "" if not marks else ", or its letter" if marks[0] == LETTERS[0] else ", or its number"
            return f"{answer!r} may be {values['meant']}: type more of it{mark}."
        return sentence(error)

    def end_prompt(self) -> str:
        known = self.state.known
        is_open = known is not None and bool(known.open_tests)
        return "Enter to end, undo, or a question left open" if is_open else super().end_prompt()

    def answer_at_end(self, line: str) -> bool:
        """Ask a question again that was left open, by its name or the beginning of it."""
        here = self.state
        tests = [] if here.known is None else here.known.open_tests
        meant = [test for test in tests if here.question_for(test).lower().startswith(line.lower())]
        if len(meant) != 1:
            return False
        self.states = [here.without(meant[0])]
        return True

    def continuation(self) -> str:
        return f"To continue: {self.command_line(self.state.position)}"

    def code_at_end_of_input(self) -> int:
        return int(self.state.is_contradiction)

    def show_help(self) -> None:
        here = self.state
        self.out.print(HELP.format(mark=MARKED["number"]) if here.test is None else self._options.help)

    def show_left(self) -> None:
        left = self.state.left
        if not len(left):
            self.out.print("No object fits all answers.")
        else:
            noun = self.state.game._traits.secret_noun
            self.out.print(f"{counted(len(codes.objects_of(left)), noun)} left: {_names(left, MOST_IN_ANSWER)}.")

    def explain(self) -> None:
        """Say what each outcome would leave; at the end and at a contradiction, what the answers say."""
        here = self.state
        if here.test is None:
            self.arrive()
            return
        for reply, part in islice(here.why.items(), MOST_IN_ANSWER):
            self.out.print(f"  {here.outcome_name(reply)}: {_names(part, MOST_OBJECTS_NAMED)}")
        if len(here.why) > MOST_IN_ANSWER:
            self.out.print(f"  … and {counted(len(here.why) - MOST_IN_ANSWER, 'more outcome')}")

    def _introduce(self, mark: str) -> None:
        """Say once, before anything else, which table this is and what can be typed, by what marks the outcomes."""
        if not self.is_introduced:
            game = self.state.game
            ending = ", until named" if game.until == "named" else ""  # the words of a game have the other ends
            self.out.print(f"{game.words[0].upper()}{game.words[1:]}{ending}. {HELP.format(mark=MARKED[mark])}")
        self.is_introduced = True

    def _conclusion(self) -> str:
        """What the answers say, in the words of the table."""
        here = self.state
        left, known, words = here.left, here.known, _names(here.left, MOST_OBJECTS_NAMED)
        if known is not None and known.class_name is not None:
            return f"Found: {known.class_name} ({words})."
        if len(codes.objects_of(left)) == 1:
            return f"Found: {words}."
        if known is None or not known.open_tests:
            return f"It is one of these, which no question distinguishes: {words}."
        questions = [here.question_for(test) for test in known.open_tests]
        more = f" and {len(questions) - MOST_OBJECTS_NAMED:,} more" if len(questions) > MOST_OBJECTS_NAMED else ""
        return (
            f"It is one of these: {words}. The questions that you left open distinguish them: "
            f"{', '.join(questions[:MOST_OBJECTS_NAMED])}{more}."
        )

    def _show_nearest(self) -> None:
        """Name the objects that fit most of the answers, and what they would need."""
        here = self.state
        self.out.print("No object fits all answers. The nearest:")
        for miss in here.nearest[:MOST_OBJECTS_NAMED]:
            needed = [f"{here.question_for(test)} {here.outcome_name(reply)}" for test, reply in miss.needed]
            self.out.print(f"  {here.game._given_name(miss.code)}, if: {'; '.join(needed)}")


def _names(left: codes.Candidates, most: int) -> str:
    left = codes.objects_of(left)
    return names_of([left.game._given_name(code) for code in left[:most]], len(left))


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
                meant=one_of(self.names[number] for number in begun[:MOST_IN_ANSWER]),
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
