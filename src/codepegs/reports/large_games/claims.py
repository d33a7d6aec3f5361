"""What the large games report claims, and how each claim is judged."""

from __future__ import annotations

import time

from codepegs.game import Game
from codepegs.match import Secret, play
from codepegs.reports.large_games.binary_search import binary_search_average, most_guesses
from codepegs.reports.large_games.figures import (
    CLAIMS as TIMES,
    beside,
    growths,
    overheads,
    running_times,
    share_without,
)
from codepegs.reports.large_games.reproduction import small_averages
from codepegs.reports.pages import (
    Claim,
    Effort,
    Verdict,
    at_most,
    below,
    close,
    duration,
    equal,
    listed,
    measured,
    share,
)
from codepegs.rng import Seed

SOLVER = "small-then-binary-search"

STAGE_ONE = ("1442", ["0000:0b0w", "1111:1b0w", "2222:1b0w", "3333:0b0w", "4444:2b0w", "5555:0b0w"])
STAGE_TWO = ("3105", ["1000:1b1w", "0100:2b0w", "0010:0b2w", "0001:1b1w"])
"""Of its examples: the secret, and the queries with their replies, with colours from 0."""


def _replies(secret: str, queries: list[str]) -> list[str]:
    """The queries of an example with the true replies."""
    game = Game(4, 6)
    held = Secret(game, tuple(map(int, secret)))
    asked = [query.partition(":")[0] for query in queries]
    return [f"{code}:{held.reply(tuple(map(int, code)))}" for code in asked]


@measured("examples of stages 1 and 2", "codepegs score 1111 1442")
def _examples(effort: Effort) -> list[list[str]]:
    return [_replies(*STAGE_ONE), _replies(*STAGE_TWO)]


def _below_bound(effort: Effort) -> list[float]:
    """Queries of the games that were timed, as a share of the bound."""
    return [found["guesses"] / most_guesses(Game(int(size), int(size))) for size, found in _large(effort).items()]


def _large(effort: Effort) -> dict[str, dict[str, float]]:
    return {size: found for size, found in running_times(effort).items() if int(size) >= 100}


def _seconds(size: int) -> Claim:
    return Claim(
        says=f"running time up to {size:,} pegs and colours",
        where="Performance and summary",
        theirs={"5 s": 5.0, "1 s": 1.0, "1 min": 60.0, "5 min": 300.0}[TIMES[size]],
        ours=lambda effort: running_times(effort)[str(size)]["seconds"],
        form=duration,
        factor=True,
        more=lambda theirs, ours: 2 * ours < theirs,
        holds=at_most,
        command=f"codepegs solve p{size}c{size} -s {SOLVER} --seed 1 --quiet",
    )


def _many_colors(_: Effort) -> float:
    """Queries that 900 more colours cost at 100 pegs, for each colour."""
    return (binary_search_average(Game(100, 1_000)) - binary_search_average(Game(100, 100))) / 900


@measured("reply without white", "codepegs solve p1000c1000-b --seed 1 --quiet")
def _codemaker(effort: Effort) -> float:
    """The time of a reply without white pegs as a share of that with them, at 1,000 pegs and colours."""
    shortest = []
    for rules in ("p1000c1000-b", "p1000c1000"):
        game = Game.parse(rules)
        held = Secret.draw(game, Seed(effort.seed))
        guesses = [Secret.draw(game, Seed(effort.seed, number)).code for number in range(1, 300)]
        times = []
        for _ in range(5):
            began = time.process_time()
            for guess in guesses:
                held.reply(guess)
            times.append(time.process_time() - began)
        shortest.append(min(times))
    return shortest[0] / shortest[1]


@measured("auto at {size:,}", "codepegs solve p{size}c{size} --seed 1 --quiet")
def _best(effort: Effort, size: int) -> int:
    """Guesses of the default strategy in one game."""
    return play(Game(size, size), None, "auto", seed=Seed(effort.seed)).guesses


def _auto(size: int) -> Claim:
    return Claim(
        says=f"better beside it, {size:,} pegs and colours: queries of `auto`",
        where="Performance and summary",
        theirs=binary_search_average(Game(size, size)),
        factor=True,
        shown=f"{binary_search_average(Game(size, size)):,.0f}, by its method",
        ours=lambda effort: _best(effort, size),
        form=lambda guesses: f"{guesses:,}",
        more=below,
        command=f"codepegs solve p{size}c{size} --seed 1 --quiet",
    )


CLAIMS = (
    *map(_seconds, TIMES),
    Claim(
        says="the binary search plays up to 10,000 pegs and colours",
        where="Performance and summary",
        theirs=10_000,
        ours=lambda effort: max(map(int, running_times(effort))),
        form=lambda size: f"{size:,}",
        holds=equal,
        command=f"codepegs solve p10000c10000 -s {SOLVER} --seed 1 --quiet",
    ),
    Claim(
        says="queries: O(k + n log n)",
        where="Complexity of the binary search",
        shown="k + n + n ⌈log2 n⌉ + 1 at most",
        ours=_below_bound,
        form=lambda shares: ", ".join(map(share, shares)) + " of the bound at 100, 1,000 and 10,000",
        holds=lambda _, shares: max(shares) <= 1,
        command="codepegs solve p1000c1000 -s binary-search --seed 1 --quiet",
    ),
    Claim(
        says="whole running time: O(kn + n^2 log n)",
        where="Complexity of the binary search",
        shown="exponents 2.16 and 2.11 from 100 to 1,000 and to 10,000",
        ours=lambda effort: growths(running_times(effort)),
        form=lambda found: " and ".join(f"{ours:.2f}" for ours, _ in found),
        more=lambda _, found: all(ours < bound - 0.25 for ours, bound in found),
        holds=lambda _, found: all(ours <= bound for ours, bound in found),
        command=f"codepegs solve p1000c1000 -s {SOLVER} --seed 1 --quiet",
    ),
    Claim(
        says="many more colours than pegs only prolong stage 1: queries for each of 900 colours more",
        where="Complexity of the binary search",
        theirs=1.0,
        ours=_many_colors,
        form=lambda value: f"{value:.2f}",
        holds=close(0.1),
        otherwise=Verdict.DIFFERS,
        command="codepegs solve p100c1000 -s binary-search --seed 1 --quiet",
    ),
    Claim(
        says="binary search has large overheads in small games",
        where="Review of strategies, Performance",
        ours=lambda effort: [min(_overheads(effort)), max(_overheads(effort))],
        form=lambda found: f"{found[0]:.1f} to {found[1]:.1f} times as many queries",
        holds=lambda _, found: found[0] > 1,
        command="codepegs evaluate p4c6 -s binary-search -s random-consistent --games 32 --seed 1",
    ),
    Claim(
        says="its examples of stages 1 and 2 (1442 and 3105)",
        where="Stages 1 and 2",
        theirs=[STAGE_ONE[1], STAGE_TWO[1]],
        shown="6 and 4 replies",
        ours=_examples,
        form=lambda found: (
            f"the same {len(found[0])} and {len(found[1])} replies"
            if found == [STAGE_ONE[1], STAGE_TWO[1]]
            else str(found)
        ),
        holds=equal,
        command="codepegs score 1111 1442",
    ),
    Claim(
        says="a code of n pegs is c1 … c(n-1)",
        where="Formal definitions",
        theirs=3,
        shown="n - 1 pegs",
        ours=lambda effort: len(STAGE_ONE[0]),
        form=lambda pegs: f"n pegs: {pegs} with n = 4",
        holds=equal,
        command="codepegs score 1111 1442",
        why="a slip: its own examples have n",
    ),
    Claim(
        says="stage 2 can often be skipped if n is at most about k",
        where="Optimizations",
        ours=lambda effort: [share_without(Game.parse(rules)) for rules in ("p100c100", "p100c50", "p100c20")],
        form=listed(share),
        holds=lambda _, shares: shares[0] > 0.9,
        command="codepegs reproduce large-games",
    ),
    Claim(
        says="many repeated colours let it skip stage 2",
        where="Complexity of the binary search",
        shown="skipped",
        ours=lambda effort: share_without(Game(100, 10)),
        form=lambda value: f"p100c10: skipped in {share(value)}",
        holds=lambda _, value: value > 0.5,
        command="codepegs reproduce large-games",
        why="'latter' and 'former' are swapped: unused colours do",
    ),
    Claim(
        says="halving only open positions would save many queries",
        where="Optimizations",
        shown="not built",
        ours=lambda effort: [
            binary_search_average(Game(100, 100)),
            beside(effort, "p100c100", "binary-search:open-only")["average"],
        ],
        form=lambda found: f"p100c100: {found[0]:,.0f} to {found[1]:,.0f}",
        more=lambda _, found: found[1] < 0.95 * found[0],
        command="codepegs evaluate p100c100 -s binary-search:open-only --games 32 --seed 1",
    ),
    Claim(
        says="the method of Doerr and others needs slightly fewer queries",
        where="Comparing",
        shown="slightly",
        ours=lambda effort: [
            beside(effort, rules, "coin-weighing")["average"] / binary_search_average(Game.parse(rules))
            for rules in ("p100c100", "p1000c1000")
        ],
        form=lambda found: f"{share(found[0])} and {share(found[1])} at 100 and 1,000",
        more=lambda _, found: max(found) < 0.75,
        holds=lambda _, found: max(found) < 1,
        command="codepegs evaluate p100c100 -s coin-weighing --games 32 --seed 1",
    ),
    Claim(
        says="leaving out the printing of codes boosts the performance",
        where="Optimizations",
        ours=lambda effort: [found["per guess, printed"] / found["per guess"] for found in _large(effort).values()],
        form=lambda found: ", ".join(f"{ratio:.1f}" for ratio in found) + " times as long with it",
        holds=lambda _, found: min(found) > 1.1,
        command=f"codepegs solve p100c100 -s {SOLVER} --seed 1 --verbose",
    ),
    Claim(
        says="the codemaker would be faster without white pegs",
        where="Complexity of the code maker's algorithms",
        shown="not built",
        ours=_codemaker,
        form=lambda value: f"{value:.2f} times the time",
        holds=lambda _, value: value < 1,
        command="codepegs solve p1000c1000-b --seed 1 --quiet",
    ),
    _auto(100),
    _auto(1_000),
)
"""The claims of its sections, and what is better."""


def _overheads(effort: Effort) -> list[float]:
    return list(overheads(small_averages(effort)).values())
