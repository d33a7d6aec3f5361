"""The options of games whose replies may be false, and how a person sees what is probable in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codepegs.game import Code, Notation, Position
    from codepegs.strategies import Report

NoiseOption = Annotated[
    str | None,
    typer.Option(
        "--noise",
        metavar="Q|KIND",
        help="with probability Q, give a random reply instead of the true one; other kinds of false replies: "
        "miscount:Q (off by one), swap:Q (black and white exchanged), at-most:E (random with probability 0.1, at most "
        "E times in a game), lying:E (at most E, chosen by the codemaker)",
    ),
]
AssumedNoiseOption = Annotated[
    str | None,
    typer.Option(
        "--noise",
        metavar="Q|unknown|KIND",
        help="assume that each reply is random, instead of true, with probability Q (unknown: estimate Q); other kinds "
        "of false replies: miscount:Q (off by one), swap:Q (black and white exchanged), at-most:E (random with "
        "probability 0.1, at most E times in a game), lying:E (at most E, chosen by the codemaker)",
    ),
]
DeclareOption = Annotated[
    float | None,
    typer.Option(
        "--declare",
        metavar="P",
        help="a correct guess does not end the game: the strategy declares the secret once its probability "
        "reaches P [default: a correct guess ends the game]",
    ),
]


def read_share(noise: str | None, *, or_unknown: str = "") -> float | str:
    """The false replies that --noise gives: a probability, or another kind; raises `BadInput`.

    The message ends with `or_unknown` after the kinds.
    """
    from codepegs.errors import BadInput
    from codepegs.game import UNKNOWN, is_model, parse_model, parse_noise

    if noise == UNKNOWN:
        raise BadInput(
            "--noise unknown is only for suggest and host: give a probability or another kind; for a strategy that "
            "estimates the noise, give --strategy auto:noise=unknown"
        )
    if noise is not None and is_model(noise):
        try:
            return str(parse_model(noise, "--noise "))
        except BadInput as error:
            raise BadInput(str(error)) from None
    try:
        return parse_noise(noise) or 0.0
    except BadInput:
        raise BadInput(
            f"--noise {noise or repr(noise)} is invalid: expected a probability of at least 0 and less than 1, "
            f"{or_unknown}{'' if or_unknown else 'or '}miscount:Q, swap:Q, at-most:E or lying:E"
        ) from None


def read_assumed(noise: str | None) -> str | None:
    """What --noise says a strategy is to assume, as its option spells it; raises `BadInput`."""
    from codepegs.game import UNKNOWN

    if noise in (None, UNKNOWN):
        return noise
    share = read_share(noise, or_unknown="unknown, ")
    return share if isinstance(share, str) else f"{share:g}"


def noise_sentence(noise: float | str) -> str:
    """How replies are false: with a probability, or as another kind describes.

    >>> noise_sentence(0.1), noise_sentence("at-most:2")
    ('Each reply is replaced by a random one with probability 0.1.', \
'Each reply is false with probability 0.1, but at most 2 replies in a game.')
    """
    from codepegs.game import parse_model

    if isinstance(noise, str):
        return parse_model(noise).describe()
    return f"Each reply is replaced by a random one with probability {noise:g}."


def check_declare(declare: float | None) -> None:
    """Raise `BadInput` if the value of --declare is not a probability between 0 and 1."""
    from codepegs.errors import BadInput

    if declare is not None and not 0.0 < declare < 1.0:
        raise BadInput(f"--declare {declare:g} is invalid: expected a probability above 0 and below 1, e.g. 0.99")


def print_belief(
    position: Position, posterior: Sequence[tuple[Code, float]], report: Report, notation: Notation
) -> None:
    """The most probable codes, and the turns whose replies are probably false."""
    from rich.text import Text

    from codepegs.cli.render_board import code_text
    from codepegs.game import chance_words, format_turn

    out = console()
    if position.turns:  # before the first reply all codes are equally probable
        out.print("Most probable secrets:")
        for code, probability in posterior:
            out.print(
                Text.assemble("  ", code_text(position.game, code, notation), f"  {chance_words(probability):>8}")
            )
    for number in report.suspect_turns:
        turn = format_turn(position.game, position.turns[number - 1], notation)
        out.print(f"The reply in turn {number} ({turn}) is probably false.", markup=False)


def suspects_text(turns: tuple[int, ...]) -> str:
    """Which replies were false, in words.

    >>> suspects_text(()), suspects_text((2,)), suspects_text((1, 3, 4))
    ('No reply was false.', 'The reply in turn 2 was false.', 'The replies in turns 1, 3 and 4 were false.')
    """
    if not turns:
        return "No reply was false."
    if len(turns) == 1:
        return f"The reply in turn {turns[0]} was false."
    return f"The replies in turns {', '.join(map(str, turns[:-1]))} and {turns[-1]} were false."


def declared_text(notation: Notation, position: Position, code: Code, confidence: float, correct: bool | None) -> str:
    """What was declared, and whether it was correct."""
    from codepegs.game import chance_words, counted

    text = (
        f"Declared {notation.format(position.game, code)} after {counted(len(position.turns), 'turn')} with confidence"
    )
    ending = {True: ": correct.", False: ": wrong.", None: "."}[correct]
    return f"{text} {chance_words(confidence)}{ending}"
