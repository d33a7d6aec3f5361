"""The options and arguments that commands share, and the files and folders that commands write.

What is written is checked before the work, a file also goes to `-`, and nothing is lost at the end. An option that
writes has a `Kind` as its parser, so that its value is an `Output`. `guard` does the rest for every command: it checks
the outputs before the command runs, and copies what was written for `-` to standard output when the command ends.
`kept` writes a file that cannot be written to another place. After Ctrl-C, `interrupts_ignored` lets a command write
the rest, and `last_words` says where it is.
"""

from __future__ import annotations

import functools
import inspect
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Annotated, Any, TypeVar, cast

import typer

from codepegs import files, game as games, strategies
from codepegs.cli.terminal import error_console, is_dumb
from codepegs.errors import BadCode, BadInput, one_of

Command = TypeVar("Command", bound=Callable[..., Any])


def option(metavar: str, help: str, names: str = "", **more: Any) -> Any:
    """Return the declaration of an option with a value; its names, if not that of the parameter, are words."""
    return typer.Option(*names.split(), metavar=metavar, help=help, **more)


def flag(names: str, help: str, **more: Any) -> Any:
    """Return the declaration of an option without a value."""
    return typer.Option(*names.split(), help=help, **more)


def argument(metavar: str, help: str, **more: Any) -> Any:
    """Return the declaration of an argument."""
    return typer.Argument(metavar=metavar, help=help, **more)


def complete_strategy(incomplete: str) -> list[tuple[str, str]]:
    """Complete the names of strategies and, after a colon or comma, their options, each with its help."""
    name, colon, given = incomplete.partition(":")
    if not colon:
        return [(found.name, found.summary) for found in strategies.STRATEGIES.values() if found.name.startswith(name)]
    if name not in strategies.STRATEGIES:
        return []
    before, comma, begun = given.rpartition(",")
    return [
        (f"{name}:{before}{comma}{option.name}{'' if option.is_flag else '='}", option.description)
        for option in strategies.options_of(strategies.STRATEGIES[name])
        if option.name.startswith(begun)
    ]


def complete_rules(incomplete: str) -> list[tuple[str, str]]:
    """Complete the aliases of well-known games."""
    found = {
        alias: games.Game.parse(alias)
        for alias in (*games.ALIASES, *games.LONG_ALIASES)
        if alias.startswith(incomplete)
    }
    return [(alias, f"{game}: {game.words}") for alias, game in found.items()]


GAME_FILE = (
    'a file such as game.toml with the lines secrets = "words.txt" and reply = "wordle", or, without such a '
    "file, words:words.txt:wordle"
)
"""How a game with a list of codes is given, for help texts."""

CONTINUED = f"the game, e.g. p4c6, or a position from which it continues; or your own list of codes: {GAME_FILE}"
"""What a command that plays a game takes, for help texts."""

RULES_FORMS = (
    "p4c6 is 4 pegs and 6 colours, p4c10n has no repeated colours; or mm, bc, super, nethack; or a file: game.toml, "
    "words:words.txt:wordle, animals.csv (for all forms: codepegs help more)"
)
"""How the rules of a game are given, for help texts."""


def strategy_option(help: str, **more: Any) -> Any:
    """Return the declaration of an option whose value is the text of a strategy."""
    return option("NAME[:OPTIONS]", help, "--strategy -s", autocompletion=complete_strategy, **more)


def read_share(noise: str | None, wrong: str = "wrong_share") -> float | str:
    """The false replies of --noise, a probability or another kind; raises `BadInput`, `wrong` if it is neither."""
    if noise == games.UNKNOWN:
        raise BadInput.because("noise_unknown")
    if noise is not None and games.is_model(noise):
        try:
            return str(games.parse_model(noise, "--noise "))
        except BadInput as error:
            raise BadInput.like(error) from None
    try:
        return games.parse_noise(noise) or 0.0
    except BadInput:
        raise BadInput.because(wrong, text=noise or repr(noise)) from None


def read_assumed(noise: str | None) -> str | None:
    """The false replies that a strategy is to assume by --noise, as its own option spells them; raises `BadInput`."""
    if noise in (None, games.UNKNOWN):
        return noise
    share = read_share(noise, "wrong_assumed_share")
    return share if isinstance(share, str) else f"{share:g}"


def check_declare(declare: float | None) -> float | None:
    """Return the value of --declare; raises `BadInput` if it is not a probability between 0 and 1."""
    if declare is not None and not 0.0 < declare < 1.0:
        raise BadInput.because("wrong_declare", value=declare)
    return declare


Rules = Annotated[str, argument("RULES", f"the game: {RULES_FORMS}", autocompletion=complete_rules)]
Position = Annotated[
    list[str], typer.Argument(metavar="POSITION", help="the rules and the turns, e.g. 'p4c6 1122:1b0w 1344:0b2w'")
]
Strategy = Annotated[str, strategy_option("strategy to play; list them with codepegs strategies")]
Adversary = Annotated[bool, flag("--adversary", "each reply leaves as many codes as possible")]
First = Annotated[
    str | None,
    option(
        "CODE",
        "first guess: a code, random, half (1122), aabc (1123) or best (fewest guesses needed)",
        "--first",
    ),
]
Seed = Annotated[int | None, option("N", "random seed, for reproducible results", "--seed", min=0)]
Workers = Annotated[int | None, option("N", "number of threads [default: all cores]", "--workers", min=1)]


def limit_option(help: str, **more: Any) -> Any:
    """Return the declaration of a time limit in seconds."""
    return option("SECONDS", help, "--limit", min=0.1, **more)


Chunks = Annotated[
    str,
    option(
        "N|auto|N/F|guesses|pairs",
        "work chunks per turn: auto, a number, 512/2 (halved every turn), guesses (one per guess), or "
        "pairs (one per guess and candidate)",
        "--chunks",
    ),
]
Json = Annotated[bool, flag("--json", "print one JSON object")]
Symbols = Annotated[str | None, option("RGBYOP", "symbols of the colours, or their names: red,green,…", "--symbols")]
Base = Annotated[
    int | None,
    option("N", "number of the first colour, in input and output [default: 1; bc: 0]", "--base", min=0, max=1),
]

Boards = Annotated[
    int | None,
    option("N", "find up to 16 secrets at once, by the same guesses", "--boards"),
]
Noise = Annotated[
    str | None,
    option(
        "Q|KIND",
        "with probability Q, give a random reply; other kinds of false replies: "
        "miscount:Q (off by one), swap:Q (black and white exchanged), at-most:E (random with probability 0.1, at most "
        "E times in a game), lying:E (at most E, chosen by the codemaker)",
        "--noise",
    ),
]
AssumedNoise = Annotated[
    str | None,
    option(
        "Q|unknown|KIND",
        "assume that each reply is random, instead of true, with probability Q (unknown: estimate Q); other kinds "
        "of false replies: miscount:Q (off by one), swap:Q (black and white exchanged), at-most:E (random with "
        "probability 0.1, at most E times in a game), lying:E (at most E, chosen by the codemaker)",
        "--noise",
        callback=read_assumed,
    ),
]
Declare = Annotated[
    float | None,
    option(
        "P",
        "a correct guess does not end the game: the strategy declares the secret once its probability reaches P",
        "--declare",
        callback=check_declare,
    ),
]

TABLE_OPTIONS: dict[str, Any] = {
    "objects": option("NAME", "column of the names [default: the first]"),
    "skip": option("NAME", "column or row to leave out; can be repeated"),
    "unknown": option("TEXT", "text of an unknown cell; can be repeated [?, NA …]"),
    "whole": option("NAME", "test whose cells are not divided; can be repeated"),
    "transpose": flag("--transpose", "the columns are objects, the rows are tests"),
    "heading": flag("--heading/--no-heading", "the first row has names, or not [default: guessed]"),
    "weights": option("NAME", "column of the weights; of a list, a file of them"),
    "costs": option("NAME", "row of the costs; of a list, a file of them"),
    "classes": option("NAME", "column of the classes; of a list, a file of them"),
    "until": option(
        "END",
        "end of the game: named, known or class [default: known, of a list named, of classes class]",
    ),
}
"""The options of every command that reads a table, as in the text of its rules; they replace those in the text."""

OPTION_TYPES: dict[str, Any] = dict.fromkeys(("skip", "unknown", "whole"), list[str] | None)
OPTION_TYPES |= dict.fromkeys(("transpose", "heading"), bool | None)
"""Types of the options of tables that are not one text."""


def reads_table(*names: str) -> Callable[[Command], Command]:
    """Give a command the options of tables; the first of its arguments of these names that is given has the rules."""

    def with_options(command: Command) -> Command:
        @functools.wraps(command)
        def run(*given: Any, **values: Any) -> Any:
            stated = {key: text for key in TABLE_OPTIONS if (text := values.pop(key, None)) not in (None, [])}
            if stated:
                name = next((name for name in names if values.get(name)), "")
                if not name:
                    option = "no-heading" if stated.get("heading") is False else next(iter(stated))
                    raise BadInput.because("no_table_given", option=f"--{option}")
                values[name] = _with_table_options(values[name], stated)
            return command(*given, **values)

        signature = inspect.signature(command, eval_str=True)
        more = [
            inspect.Parameter(
                key,
                inspect.Parameter.KEYWORD_ONLY,
                default=None,
                annotation=Annotated[OPTION_TYPES.get(key, str | None), how],
            )
            for key, how in TABLE_OPTIONS.items()
        ]
        run.modes = {"Options of tables": " ".join(TABLE_OPTIONS)}  # type: ignore[attr-defined]
        run.__signature__ = signature.replace(parameters=[*signature.parameters.values(), *more])  # type: ignore[attr-defined]
        return cast("Command", run)

    return with_options


def named_as_table(rules: str) -> str:
    """The text of rules, as that of a table if it names a .txt file that has one."""
    if not rules.lower().endswith(".txt") or games.is_game_file(rules):
        return rules
    return f"table:{rules}" if games.holds_table(rules) else rules


def _with_table_options(rules: str | list[str], stated: Mapping[str, Any]) -> str | list[str]:
    """The rules, or a position that begins with them, with options of a table."""
    if not isinstance(rules, str):
        return [str(_with_table_options(rules[0], stated)), *rules[1:]]
    name, turns = [*rules.split(maxsplit=1), "", ""][:2]
    return f"{games.table_text(name, stated)} {turns}".strip()


SEPARATOR = "/"
"""The word between the positions or the secrets of two boards."""


def check_named(game: games.Game) -> None:
    """Check that a game ends when the secret is guessed, as a person expects who plays it."""
    if game.until != "named":
        raise BadInput.because("ends_when_known", game=str(game))


def check_alone(given: dict[str, Any], option: str = "--boards", why: str = "") -> None:
    """Raise `BadInput`, which ends with a clause, if an option is given that another, by default --boards, excludes."""
    for name, value in given.items():
        if value is not None and value is not False:
            raise BadInput.because("cannot_be_combined", first=option, second=name, **({"why": why} if why else {}))


def check_needed(given: dict[str, Any], option: str) -> None:
    """Raise `BadInput` if an option is given that has an effect only with another, which is not."""
    for name, value in given.items():
        if value is not None and value is not False:
            raise BadInput.because("needs_option", option=name, other=option)


def make_notation(
    rules: str, symbols: str | None, base: int | None, game: games.Game | None = None, prefix: str = "--"
) -> games.Notation:
    """The notation of a command whose options begin with `prefix`; raises `BadInput` if it has too few symbols."""
    option = f"{prefix}symbols"
    if symbols is not None and base is not None:
        raise BadInput.because("not_both", first=option, second=f"{prefix}base")
    notation = games.notation_for(rules, symbols, base)
    if symbols is not None and game is not None and not notation.fits(game):
        raise BadInput.because(
            "too_few_symbols", game=str(game), option=option, count=len(notation.symbols), colors=game.colors
        )
    return notation


def with_first(
    player: strategies.Player, game: games.Game, first: str | None, notation: games.Notation | None = None
) -> strategies.Player:
    """The player with the first guess of --first, if it is given."""
    from codepegs.strategies.protocol import NAMED

    if first is None:
        return player
    if first in NAMED or first in ("random", "best"):
        return player.with_first(first)
    try:
        notation = notation or games.CANONICAL
        code = notation.parse(game, notation.without_dots(game, first))  # as in first=8.7.6.5
    except BadCode as error:
        raise BadCode.because("wrong_first", text=first, error=str(error)) from None
    return player.with_first(games.CANONICAL.format(game, code).replace(",", "."))


def noise_sentence(noise: float | str) -> str:
    """How replies are false: with a probability, or as another kind describes."""
    return games.noise_sentence(noise)


@dataclass(frozen=True)
class Kind:
    """What an option writes. Called with the text of the option, it returns the `Output`."""

    words: str
    suffix: str = ""
    begins: str | None = None
    suffixes: tuple[str, ...] = ()
    reads: bool = False

    def __call__(self, text: str) -> Output:
        return Output(text, self)

    def checked(self, text: str) -> Output:
        """Return an output that no option gives, checked before the work."""
        output = self(text)
        output.check()
        return output

    @property
    def is_folder(self) -> bool:
        """Whether several files are written."""
        return self.begins is None


@dataclass(frozen=True)
class Formats(Kind):
    """What an option writes that can be repeated, each time in the format that the ending says.

    Where none does, as for standard output, --format of the command says it.
    """

    kinds: tuple[Kind, ...] = ()
    """The formats by their suffixes; the first is that of standard output if --format is not given."""

    @property
    def metavar(self) -> str:
        """The values of --format."""
        return "|".join(kind.suffix[1:] for kind in self.kinds)

    def __call__(self, text: str) -> Output:
        return Output(text, self._find(Path(text).suffix) or self)

    def _find(self, suffix: str) -> Kind | None:
        return next((kind for kind in self.kinds if kind.suffix == suffix.lower()), None)

    def resolve(self, outputs: list[Output], form: str | None) -> list[Output]:
        """Return the outputs, each of the kind that its ending or --format says."""
        kind = None if form is None else self._find(f".{form}")
        if form is not None and kind is None:
            raise BadInput.because("no_such_format", value=form, choice=one_of(self.metavar.split("|")))
        if kind is not None and not outputs:
            outputs = [Output("-", self)]
        unsaid = [output for output in outputs if output.kind is self]
        if kind is not None and not unsaid:
            raise BadInput.because("endings_say_format", file=str(outputs[0]))
        for output in unsaid:
            if kind is None and not output.is_stdout:
                files.check_output(files.named(output.text))
                wanted = one_of(each.suffix for each in self.kinds)
                raise BadInput.because("wrong_ending", what_kind=self.words, file=str(output.path), choice=wanted)
            output.kind = kind or self.kinds[0]
        return outputs


_SVG = r"<svg|<\?xml"
_PNG = "\x89PNG"
_TREE = rf'codepegs-tree|\{{\s*"format":\s*"codepegs-tree|digraph strategy|\{{[A-Z]+:|{_SVG}|<!doctype'

BOARD = Kind("an SVG picture", ".svg", _SVG, (".svg", ""))
PLOT = Kind("a picture", ".svg", f"{_SVG}|{_PNG}|%PDF", (".svg", ".png", ".pdf"))
ANIMATION = Kind("an animation", ".gif", f"GIF8|{_PNG}|RIFF|{_SVG}", (".gif", ".png", ".svg", ".webp"))
TABLE = Kind("a table of evaluations", ".csv", "rules,")
MARKDOWN = Kind("a Markdown table", ".md", r"[^\n]*\n\n\| ")
LATEX = Kind("a LaTeX table", ".tex", r"\\begin\{table\}|% ")
PARQUET = Kind("a Parquet file", ".parquet", "PAR1")
EVALUATIONS = Formats(
    "evaluations",
    begins="",
    kinds=(TABLE, PARQUET, MARKDOWN, LATEX, *(replace(PLOT, suffix=suffix) for suffix in PLOT.suffixes)),
)
SUMMARIES = Formats("a table of results", begins="", kinds=(MARKDOWN, LATEX))
ROWS = Kind("an exported table", ".csv", r'unit,|\{"unit"|PAR1')
TREE = Kind("a strategy tree", ".tree", _TREE)
CERTIFICATE = Kind("a certificate", ".cert", "codepegs-certificate")
TESTS = Kind("a list of tests", ".txt", r"# Tests fixed in advance")
JOURNAL = Kind("a search journal", ".journal", r'\{"journal"')
SAVED_GAME = Kind("a saved game", ".json", r'\{"format":"codepegs saved game"')
RESUMED_GAME = Kind("a saved game", ".json", SAVED_GAME.begins, reads=True)
RESULTS = Kind("a results file", ".sqlite", "SQLite format 3")
FOLDER = Kind("a folder")
INDEX = Kind("an index of reproduced reports", ".md", "# The five reports")


class Output:
    """The value of an option that writes: a file, `-` for standard output, or a folder."""

    def __init__(self, text: str, kind: Kind) -> None:
        self.kind = kind
        self.text = text
        self.is_stdout = text == "-"
        self.path = Path(text)
        """Where the command writes; for standard output, a temporary file while the command runs."""
        self.message = ""
        """What is printed on standard error once standard output has the content."""

    def __str__(self) -> str:
        stream = "standard input" if self.kind.reads else "standard output"
        return stream if self.is_stdout else str(self.path)

    @property
    def written(self) -> Path | None:
        """The file that has what the command wrote; None if it could not be written anywhere."""
        return files.written_to(self.path)

    def replaces(self, other: Output) -> bool:
        """Return whether one would replace the other; a game may be saved to the file that it is resumed from."""
        if self.is_stdout or other.is_stdout or self.kind.reads or other.kind.reads:
            return False
        return self.path.absolute() == other.path.absolute()

    def check(self) -> None:
        """Check that it can be written, before the work."""
        files.named(self.text)
        kind, path = self.kind, self.path
        if kind.suffixes and path.suffix.lower() not in kind.suffixes:
            wanted = one_of(filter(None, kind.suffixes))
            raise BadInput.because("wrong_ending", what_kind=kind.words, file=str(path), choice=wanted)
        if kind.is_folder:
            files.check_folder(path)
            return
        files.check_output(path)
        if kind.reads:  # the command says what is wrong with the file
            return
        # Characters of an existing file that show what it is.
        if path.exists() and path.stat().st_size and not re.match(kind.begins or "", files.beginning(path, 400)):
            raise BadInput.because("not_overwritten", file=str(path), what_kind=kind.words)

    @contextmanager
    def as_stdout(self) -> Iterator[None]:
        """Let the command write to a temporary file, copied to standard output at the end; all else goes to stderr."""
        out, sys.stdout = sys.stdout, sys.stderr
        try:
            with files.temporary_folder() as folder:
                self.path = folder / f"output{self.kind.suffix}"
                if self.kind.reads:
                    self.path.write_text(files.read_standard_input())
                try:
                    yield
                finally:
                    if (path := self.written) is not None and path.exists():
                        _print(out, path.read_bytes())
                        if self.message:
                            error_console().print(self.message)
        finally:
            sys.stdout = out


def default_tree(rules: str, what: str) -> Output:
    """Return the output for a tree of a game that no option names: in the current folder, by the name of the game."""
    kind, colon, name = rules.partition(":")
    name = name if colon and kind.lower() in ("table", "words") else rules
    name = re.sub(r"[^,]*[/\\]", "", name)  # the folders of its files
    return TREE.checked(re.sub(r'[:*?"<>|]+', "-", f"{name}-{what}.tree"))


def _print(out: IO[str], data: bytes) -> None:
    binary = getattr(out, "buffer", None)
    if binary is None:
        out.write(data.decode(errors="replace"))
    else:
        out.flush()
        binary.write(data)
    out.flush()


def writing(kind: Kind, help: str, names: str = "") -> Any:
    """Return the declaration of an option that writes; its type is `Output | None`."""
    metavar = "FOLDER" if kind.is_folder else "FILE"
    return typer.Option(*names.split(), metavar=metavar, help=help, parser=kind)


def format_option(metavar: str, help: str) -> Any:
    """Return the declaration of --format."""
    return option(metavar, help, "--format")


def tell_saved(output: Output, more: str = "") -> None:
    """Print on standard error where the output is, once it is there; nothing if it could not be written anywhere."""
    if output.is_stdout:
        output.message = f"Printed to {output}{more}."
    elif output.written is not None:
        error_console().print(f"Saved as {output.written}{more}.")


def guard(command: Any) -> None:
    """Make a command check its outputs before it runs, and print what it writes for `-` when it ends."""
    options = {parameter.name: parameter.opts[0] for parameter in command.params}
    formats = {
        parameter.name: found
        for parameter in command.params
        if isinstance(found := getattr(parameter.type, "func", None), Formats)
    }
    run = command.callback
    if run is None:  # a group of commands
        return

    @functools.wraps(run)
    def guarded(**values: Any) -> Any:
        for key, form in formats.items():
            values[key] = form.resolve(list(values[key] or ()), values["form"])
        outputs = [
            (options[key], output)
            for key, value in values.items()
            for output in (value if isinstance(value, list) else [value])
            if isinstance(output, Output)
        ]
        printed = [name for name, output in outputs if output.is_stdout] + ["--json"] * bool(values.get("json"))
        if len(printed) > 1:
            raise BadInput.because("two_to_standard_output", first=printed[0], second=printed[1])
        for number, (name, output) in enumerate(outputs):
            for other, before in outputs[:number]:
                if output.replaces(before):
                    raise BadInput.because("same_file", first=other, second=name)
            if not output.is_stdout:
                output.check()
            elif output.kind.is_folder:
                raise BadInput.because("no_folder", name=name)
        printed_to = next((output.as_stdout() for _, output in outputs if output.is_stdout), nullcontext())
        with printed_to:
            return run(**values)

    command.callback = guarded


SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end a command, sent by a person, a supervisor, or a closed terminal."""

last_words: list[str] = []
"""Lines to print once when the command is interrupted, however it ends."""


def print_last_words() -> None:
    """Print the last words on standard error."""
    while last_words:
        line = last_words.pop()
        wiped = "\r\x1b[K" if sys.stderr.isatty() and not is_dumb() else ""  # where a line of progress may stand
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{wiped}{line}\n")
            sys.stderr.flush()


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore interrupts while the main thread handles the previous one."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
