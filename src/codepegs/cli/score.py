"""`codepegs score`, `convert` and `describe`: a reply, a position in other notations, what a table is like."""

from __future__ import annotations

from typing import Annotated

from codepegs import analysis, files, game as games
from codepegs.cli import options, position_argument as positions
from codepegs.cli.options import BOARD, Output, argument, flag, option, tell_saved, writing
from codepegs.cli.terminal import console, emit_json
from codepegs.errors import BadInput
from codepegs.reasons import counted


def score(
    guess: Annotated[str, argument("GUESS", "the guess")],
    secret: Annotated[str | None, argument("SECRET", "the secret code")] = None,
    rules: Annotated[
        str | None, option("RULES", "the game [default: the smallest game that contains both codes]")
    ] = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    json: options.Json = False,
) -> None:
    """Compute the reply to a guess.

    Examples:
        codepegs score 1213 1122
        codepegs score 3210 0123 --rules bc
        codepegs score 1,8,7 8,7,60 --rules p3c100

    With - in place of the codes, each line of standard input has a guess and a secret: 1213 1122, or 1213,1122.
    """
    if guess == positions.STANDARD_INPUT and secret is None:
        positions.answer_each_line(lambda line: _score(*_two_codes(line), rules, symbols, base, json), json)
    elif secret is None:
        raise BadInput.because("no_secret_to_score")
    else:
        _score(guess, secret, rules, symbols, base, json)


def _two_codes(line: str) -> tuple[str, str]:
    words = line.split()
    if len(words) == 1 and line.count(",") == 1:
        words = line.strip().split(",")
    if not all(words) or len(words) % 2:
        raise BadInput.because("not_guess_and_secret", text=line.strip()[:60])
    half = len(words) // 2
    return " ".join(words[:half]), " ".join(words[half:])


def _score(guess: str, secret: str, rules: str | None, symbols: str | None, base: int | None, json: bool) -> None:
    """Print the reply to one guess."""
    named = games.Game.parse(rules) if rules is not None else None
    notation = options.make_notation(rules or "", symbols, base, named)
    game = named or _smallest_game(guess, secret, notation)
    with positions.hinting_at_notation(symbols, base):
        notation = notation.as_typed(game, f"{guess}; {secret}")
        asked, held = notation.parse(game, guess, guess=True), notation.parse(game, secret)
    reply = game.reply(asked, held)
    if json:
        from codepegs.schema import ScoreAnswer

        emit_json(ScoreAnswer(game, held, asked))
    else:
        print(f"{reply} ({reply.words})" if str(reply) != reply.words else reply)


def _smallest_game(guess: str, secret: str, notation: games.Notation) -> games.Game:
    """Return the smallest game that contains both codes, given as symbols or as numbers."""
    numbers = [word.replace(",", " ").split() for word in (guess, secret)]
    for name, words in zip(("guess", "secret"), numbers, strict=True):
        if not words:
            raise BadInput.because("empty_code_to_score", name=name)
    are_numbers = [len(words) > 1 or "," in word for word, words in zip((guess, secret), numbers, strict=True)]
    pegs, count = map(len, numbers if notation.names or any(are_numbers) else (guess.strip(), secret.strip()))
    if any(are_numbers) and not all(are_numbers) and pegs != count:
        raise BadInput.because("written_differently", text=guess, other=secret)
    if pegs != count:
        raise BadInput.because("code_unlike_secret", guess=guess, pegs=pegs, secret=secret, count=count)
    if notation.names:
        colors = len(notation.symbols)
    elif not any(are_numbers):
        order = {games.fold(symbol): color for color, symbol in enumerate(notation.symbols)}
        strange = next((symbol for symbol in (guess + secret).strip() if games.fold(symbol) not in order), None)
        if strange is not None:
            known = "".join(notation.symbols)
            expected = "digits_and_letters" if known in (games.SYMBOLS, games.ZERO_SYMBOLS) else "in_own_words"
            hint = {"hint": "add_base_0"} if strange == "0" else {}
            raise BadInput.because(
                "no_color_symbol", symbol=strange, expected=expected, first=known[:1], text=known, **hint
            )
        colors = max((order.get(games.fold(symbol), len(order) - 1) for symbol in guess + secret), default=0) + 1
    else:
        shown = [int(word) for words in numbers for word in words if word.isdecimal() and len(word) < 9]
        large = next((word for words in numbers for word in words if word.isdecimal() and len(word) >= 9), None)
        if large is not None or max(shown, default=1) > games.MOST_COLORS:
            large = large or str(max(shown))
            raise BadInput.because("number_too_large", text=large, most=games.MOST_COLORS)
        names = {word.lower() for words in numbers for word in words if word.isalpha()}
        named = [games.BOX_NAMES.index(name) + 1 for name in names if name in games.BOX_NAMES]
        colors = max(max(shown, default=1) + 1 - notation.base, *named, len(names), 1)
    return games.Game(max(1, pegs), min(max(1, colors), games.MOST_COLORS))


def convert(
    position: options.Position,
    symbols: Annotated[str | None, option("RGBYOP", "symbols for the colours in the output")] = None,
    base: Annotated[
        int | None, option("0|1", "number of the first colour in the output [default: 1]", min=0, max=1)
    ] = None,
    numbers: Annotated[bool, flag("--numbers", "write codes as comma-separated numbers")] = False,
    from_symbols: Annotated[str | None, option("RGBYOP", "symbols for the colours in the input")] = None,
    from_base: Annotated[int | None, option("0|1", "number of the first colour in the input", min=0, max=1)] = None,
    svg: Annotated[Output | None, writing(BOARD, "draw the board to an SVG file")] = None,
    json: options.Json = False,
) -> None:
    """Convert a position to canonical text, other symbols, numbers or an SVG picture.

    Examples:
        codepegs convert 'bc 0123:1b1w'
        codepegs convert 'p4c6 1122:1b0w' --symbols RGBYOP
        codepegs convert 'p4c6 RRGG:1b0w' --from-symbols RGBYOP
        codepegs convert 'p4c6 1122:1b0w' --svg board.svg

    With - in place of the position, each line of standard input is a position.
    """
    if numbers and symbols is not None:
        raise BadInput.because("not_both", first="--symbols", second="--numbers")
    plain = games.Notation("", 1 if base is None else base)

    def answer(given: positions.Given) -> None:
        found = given.position
        writing = plain if numbers else options.make_notation("", symbols, base, found.game)
        if json:
            from codepegs.schema import PositionAnswer

            emit_json(PositionAnswer(found))
        else:
            print(" ".join([str(found.game), *(games.format_turn(found.game, turn, writing) for turn in found.turns)]))
        if svg is not None:
            files.write_whole(svg.path, games.board_svg(found.game, found.turns, notation=writing) + "\n")
            tell_saved(svg)

    positions.for_each_position(
        position,
        json,
        answer,
        from_symbols,
        from_base,
        is_explained=False,
        prefix="--from-",
        echo=False,
        command="convert",
    )


MOST_LISTED = 10
"""Groups and names of a kind that are printed."""


PIPE = "/dev/stdin"
"""The name of standard input as a file."""


def describe(
    table: Annotated[
        str,
        argument(
            "FILE|RULES", "a table, e.g. animals.csv or table:animals.csv:named; or a list; - for a table piped in"
        ),
    ],
    json: options.Json = False,
) -> None:
    """Describe a table: what its tests cannot distinguish, and how many any strategy needs at least.

    Examples:
        codepegs describe animals.csv
        codepegs describe table:animals.csv:named --json

    The bounds on the number of tests follow from the information that outcomes carry; a strategy may need more.
    """
    found = analysis.describe_game(f"table:{PIPE}" if table in ("-", PIPE) else table)
    if json:
        emit_json(found)
        return
    game, out = found.game, console()

    def names(codes: list[games.Code]) -> str:
        shown = ", ".join(games.CANONICAL.spell(game, code) for code in codes[:MOST_LISTED])
        return shown + (f" and {len(codes) - MOST_LISTED:,} more" if len(codes) > MOST_LISTED else "")

    what = "class" if found.until == "class" else game.traits.secret_noun
    tests = game.traits.guess_nouns
    out.print(f"{game}: {game.words}.")
    shown = ", ".join(found.replies[:MOST_LISTED]) + ("…" if len(found.replies) > MOST_LISTED else "")
    out.print(f"Outcomes: {shown or 'the win'}; at most {found.most_outcomes} of one {tests[0]}.")
    if found.classes is not None:
        out.print("Classes: " + ", ".join(f"{name} {count:,}" for name, count in found.classes.items()) + ".")
    if not found.is_told:
        what += f", as far as {tests[1]} tell"
    out.print(f"Entropy of the {what}: {found.entropy_bits:.3f} bits.")
    cost = "" if found.least_cost is None else f", at a cost of at least {found.least_cost:.3f}"
    out.print(
        f"Every strategy needs at least {found.least_average:.3f} {tests[1]} on average{cost}, and "
        f"{counted(found.least_worst, *tests)} in the worst case."
    )
    if not found.alike:
        out.print(f"The {tests[1]} distinguish all of them.")
    for group in found.alike[:MOST_LISTED]:
        out.print(f"No {tests[0]} distinguishes these: {names(group)}.")
    if len(found.alike) > MOST_LISTED:
        out.print(f"{counted(len(found.alike) - MOST_LISTED, 'more such group')}.")
    if found.useless:
        out.print(f"The same outcome for all: {names(found.useless)}.")
