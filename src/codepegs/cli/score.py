"""`codepegs score`: the reply to a guess."""

from __future__ import annotations

from typing import Annotated

from codepegs import game as games
from codepegs.cli import options, position_argument as positions
from codepegs.cli.options import argument, option
from codepegs.cli.terminal import emit_json
from codepegs.errors import BadInput


def score(
    guess: Annotated[str, argument("GUESS", "the guess")],
    secret: Annotated[str | None, argument("SECRET", "the secret code")] = None,
    rules: Annotated[
        str | None, option("RULES", "the game [default: the smallest game that contains both codes]", "--rules")
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
