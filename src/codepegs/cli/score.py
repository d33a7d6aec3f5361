"""`codepegs score`: the reply to a guess, or a position in other notations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

import typer

from codepegs import files, game as games
from codepegs.cli import options, position_argument as positions
from codepegs.cli.options import BOARD, Output, argument, flag, option, tell_saved, writing
from codepegs.cli.terminal import emit_json
from codepegs.errors import BadInput, CodepegsError, ImpossibleReply

CODE = re.compile(r"\w+(?:[, ]+\w+)*")
"""What a code can look like, if it has no symbols of its own; so do some replies."""


@options.reads_table("rules", "words")
def score(
    context: typer.Context,
    words: Annotated[
        list[str],
        argument("GUESS SECRET|POSITION", "two codes, or the rules and the turns, e.g. 'p4c6 1122:1b0w 1344:0b2w'"),
    ],
    rules: Annotated[
        str | None, option("RULES", "the game of two codes [default: the smallest game that contains both]", "--rules")
    ] = None,
    symbols: Annotated[
        str | None, option("RGBYOP", "symbols for the colours of two codes, or of the position that is printed")
    ] = None,
    base: Annotated[
        int | None,
        option("N", "number of the first colour there [default: 1; in two codes of bc: 0]", min=0, max=1),
    ] = None,
    numbers: Annotated[bool, flag("--numbers", "print the codes of a position as comma-separated numbers")] = False,
    from_symbols: Annotated[str | None, option("RGBYOP", "symbols for the colours in the given position")] = None,
    from_base: Annotated[
        int | None, option("N", "number of the first colour in the given position", min=0, max=1)
    ] = None,
    output: Annotated[Output | None, writing(BOARD, "draw the board to an .svg file", "--output -o")] = None,
    json: options.Json = False,
) -> None:
    """Compute the reply to a guess, or print a position in another notation.

    Examples:
        codepegs score 1213 1122
        codepegs score 3210 0123 --rules bc
        codepegs score 1,8,7 8,7,60 --rules p3c100
        codepegs score 'bc 0123 1A1B'
        codepegs score 'p4c6 1122:1b0w' --symbols RGBYOP
        codepegs score 'p4c6 RRGG:1b0w' --from-symbols RGBYOP -o board.svg

    For two codes, the reply to GUESS if the secret is SECRET is printed. A position, in any notation, is printed in
    canonical text, or as the options say.

    With -, each line of standard input has a guess and a secret (1213 1122, or 1213,1122) or a position.
    """
    for_codes = {"--rules": rules}
    for_position = {"--numbers": numbers, "--from-symbols": from_symbols, "--from-base": from_base, "--output": output}
    given: Sequence[str] = words
    if words == [positions.STANDARD_INPUT]:
        given = positions.Contents(positions.STANDARD_NAME, files.read_standard_input())
        is_position = any(map(_is_position, given.text.splitlines()))
    else:
        text = " ".join(words)
        is_code = len(words) > 1 or (CODE.fullmatch(text) and not games.is_rules(games.split_rules(text)[0]))
        is_position = not is_code or _is_position(text)
    options.check_alone(for_codes if is_position else for_position, "POSITION" if is_position else "two codes")
    if is_position:
        _convert(given, symbols, base, numbers, from_symbols, from_base, output, json)
    elif isinstance(given, positions.Contents):
        positions.answer_each_line(given.text, lambda line: _score(*_two_codes(line), rules, symbols, base, json), json)
    elif len(words) == 1:
        raise BadInput.because("no_secret_to_score")
    elif len(words) > 2:
        context.fail(f"Got unexpected extra argument(s) ({' '.join(words[2:])})")
    else:
        _score(words[0], words[1], rules, symbols, base, json)


def _is_position(text: str) -> bool:
    """Whether a text begins with a game, or is JSON; a name of a game, such as mm or super, can be a code as well."""
    if text.startswith("{"):
        return True
    name, turns = games.split_rules(text)
    if not games.is_rules(name):
        return False
    if not turns or not CODE.fullmatch(turns):
        return True
    try:
        games.Position.parse(text)
    except ImpossibleReply:
        return True
    except CodepegsError:
        return False
    return True


def _convert(
    words: Sequence[str],
    symbols: str | None,
    base: int | None,
    numbers: bool,
    from_symbols: str | None,
    from_base: int | None,
    output: Output | None,
    json: bool,
) -> None:
    """Print a position, or each of several lines."""
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
        if output is not None:
            files.write_whole(output.path, games.board_svg(found.game, found.turns, notation=writing) + "\n")
            tell_saved(output)

    positions.for_each_position(
        words,
        json,
        answer,
        from_symbols,
        from_base,
        is_explained=False,
        prefix="--from-",
        echo=False,
        command="score",
    )


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
    game = named._of_two(guess, secret) if named is not None else _smallest_game(guess, secret, notation)
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
