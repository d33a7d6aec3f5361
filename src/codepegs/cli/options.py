"""The options and arguments that commands share: their declarations, and what their values mean."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from codepegs import game as games, strategies
from codepegs.errors import BadInput


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

RULES_FORMS = (
    "p4c6 is 4 pegs and 6 colours, p4c10n has no repeated colours; with the suffix -b, -t or -w, replies show only "
    "black, the total or white; aliases: mastermind or mm (p4c6), bulls-and-cows or bc (p4c10n with the digits 0 to "
    "9), super (p5c8), nethack (p5c7); or "
    f"your own list of codes: {GAME_FILE}"
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
Adversary = Annotated[
    bool, flag("--adversary", "play against a codemaker without a secret: each reply leaves as many codes as possible")
]
Seed = Annotated[int | None, option("N", "random seed, for reproducible results", "--seed", min=0)]
Workers = Annotated[int | None, option("N", "number of threads [default: all cores]", "--workers", min=1)]
Chunks = Annotated[
    str,
    option(
        "N|auto|N/F|guesses|pairs",
        "number of work chunks per turn: auto, a number, 512/2 (halved every turn), guesses (one per guess), or "
        "pairs (one per guess and candidate)",
        "--chunks",
    ),
]
Json = Annotated[bool, flag("--json", "print one JSON object")]
Symbols = Annotated[
    str | None, option("RGBYOP", "symbols for the colours, in input and output; or names: red,green,…", "--symbols")
]
Base = Annotated[
    int | None,
    option("0|1", "number of the first colour, in input and output [default: 1; bc: 0]", "--base", min=0, max=1),
]

Boards = Annotated[
    int | None,
    option("N", "find N secrets at once, up to 16: every guess is made on all boards that are not solved", "--boards"),
]
Noise = Annotated[
    str | None,
    option(
        "Q|KIND",
        "with probability Q, give a random reply instead of the true one; other kinds of false replies: "
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
        "a correct guess does not end the game: the strategy declares the secret once its probability "
        "reaches P [default: a correct guess ends the game]",
        "--declare",
        callback=check_declare,
    ),
]


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


def noise_sentence(noise: float | str) -> str:
    """How replies are false: with a probability, or as another kind describes."""
    if isinstance(noise, str):
        return games.parse_model(noise).describe()
    return f"Each reply is replaced by a random one with probability {noise:g}."
