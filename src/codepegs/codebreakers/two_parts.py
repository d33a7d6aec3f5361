"""The fourth seed's whole solver: its first algorithm for small games, colour by colour for the others."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from codepegs.candidates import MOST_CODES
from codepegs.chunks import Crew
from codepegs.codebreakers.consistent import lowest_first_plan
from codepegs.codebreakers.door import Codebreaker, Strategy
from codepegs.codebreakers.presets import SIMPLIFIED_MOST, second_and_third, start_simplified
from codepegs.codebreakers.scripted import COLOR_FIRST, ColorOptions
from codepegs.errors import BadStrategy
from codepegs.game import Game
from codepegs.seeds import Seed
from codepegs.texts import Turn
from codepegs.trees.plans import Plan


class TwoPartOptions(ColorOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the whole solver: where it changes over, and those of its second part."""

    until: Annotated[
        int, Meta(ge=0, le=MOST_CODES, description="codes of the largest game that the first algorithm plays")
    ] = SIMPLIFIED_MOST


def _start(game: Game, options: TwoPartOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    if game.size <= options.until:
        return start_simplified(game, seed, history)
    reason = COLOR_FIRST.refuses(game)
    if reason is not None:
        raise BadStrategy(f"past {options.until:,} codes it turns to colour-first, which cannot play {game}: {reason}")
    return COLOR_FIRST.start(game, options, seed, history)


def _refuses(game: Game) -> str | None:
    reason = None if game.size <= SIMPLIFIED_MOST else COLOR_FIRST.refuses(game)
    return reason and f"past {SIMPLIFIED_MOST:,} codes it turns to colour-first, and {reason}"


def _plan(game: Game, options: TwoPartOptions, crew: Crew) -> Plan | None:
    if game.size <= options.until:
        return lowest_first_plan(game, second_and_third(game), backwards=True)
    return COLOR_FIRST.plan(game, options, crew)


SMALL_THEN_COLOR_FIRST = Strategy(
    name="small-then-colour-first",
    summary="simplified-minimax up to 8^7 codes, colour-first past that",
    origin="fourth seed's solver",
    limits="any game of up to 8^7 codes; past that those with repeats that show black, from its own guesses on",
    options=TwoPartOptions,
    start=_start,
    refuses=_refuses,
    plan=_plan,
    own_guesses_only=True,
)
