"""What the parallel Knuth report claims, and how each claim is judged."""

from __future__ import annotations

from contextlib import suppress

from codepegs.errors import BadCode, BadRules
from codepegs.game import Game
from codepegs.match import play
from codepegs.reports.pages import (
    Claim,
    Effort,
    Verdict,
    at_most,
    below,
    cited,
    duration,
    equal,
    listed,
    measured,
    times_as,
)
from codepegs.reports.parallel_knuth.reproduction import (
    COUNTS,
    FIRST,
    GAME,
    HARD,
    SECRETS,
    balances,
    game_time,
    peaks_by_chunks,
    tasks_and_times,
    time_of,
    times_by_chunks,
    times_by_workers,
    workers_of,
)

SOLVE = f"codepegs solve {GAME} {SECRETS[1]} -s minimax:first={FIRST}"
SOLVE_FIRST = f"codepegs solve {GAME} {FIRST} -s minimax:first={FIRST}"
SOLVE_HARD = f"codepegs solve {HARD[0]} {HARD[1]} -s {HARD[2]}"

FEW = "a game takes milliseconds, too little to share"
"""Why this many chunks do not help."""


@measured("first guess is the secret", SOLVE_FIRST)
def _first_is_secret(effort: Effort) -> int:
    return play(GAME, FIRST, f"minimax:first={FIRST}").guesses


@measured("its game", f"codepegs session parallel-knuth --secret '{' '.join(SECRETS[1])}'")
def _guesses(effort: Effort) -> str:
    """The guesses of its game against 8765."""
    turns = play(GAME, SECRETS[1], f"minimax:first={FIRST}").position.turns
    return " ".join("".join(str(color + 1) for color in turn.guess) for turn in turns)


@measured("numbers and codes refused", f"codepegs solve {GAME} 876B")
def _refused(effort: Effort) -> bool:
    """Whether games of no or of negative numbers are refused, and codes of a colour too many or a peg too few."""
    for game in ("p0c10", "p4c0", "p-4c10", "p4c-10"):
        with suppress(BadRules):
            Game.parse(game)
            return False
    for code in ("876B", "876"):
        with suppress(BadCode):
            Game.parse(GAME).check_code(code)
            return False
    return True


def _gain(effort: Effort, plan: str) -> float:
    """How many times as fast a game is with a plan as in sequence."""
    return game_time(effort, SECRETS[1], "1", 1) / game_time(effort, SECRETS[1], plan, workers_of(effort))


def _hard_gain(effort: Effort) -> float:
    """How many times as fast the larger game is with all workers as with one."""
    return time_of(effort, *HARD, "auto", 1) / time_of(effort, *HARD, "auto", workers_of(effort))


def _fastest(effort: Effort) -> list[int]:
    """The fastest number of chunks, in the report's game and in the larger one."""
    games = ((GAME, SECRETS[1], f"minimax:first={FIRST}"), HARD)
    found = [times_by_chunks(effort, game) for game in games]
    return [int(min(times, key=times.__getitem__)) for times in found]


def _by_chunks(effort: Effort) -> dict[int, float]:
    return {int(count): seconds for count, seconds in times_by_chunks(effort, HARD).items()}


def _shrinking(effort: Effort) -> list[float]:
    """Times with shrinking chunks, as a share of that with equal ones."""
    workers = workers_of(effort)
    equal_chunks = time_of(effort, *HARD, "512", workers)
    return [time_of(effort, *HARD, plan, workers) / equal_chunks for plan in ("512/2", "512/1.2", "512/1.5")]


def _speed(secret: str, seconds: float) -> Claim:
    return Claim(
        says=f"a game in sequence, {FIRST} to {secret}",
        where="5.6",
        theirs=seconds,
        factor=True,
        ours=lambda effort: game_time(effort, secret, "auto", 1),
        form=duration,
        more=below,
        command=f"codepegs solve {GAME} {secret} -s minimax:first={FIRST} --workers 1",
    )


def _factor(plan: str, factor: float, where: str, words: str) -> Claim:
    return Claim(
        says=f"{words}: times as fast as in sequence, on 8 cores",
        where=where,
        theirs=factor,
        ours=lambda effort: _gain(effort, plan),
        form=lambda value: f"{value:.3g}",
        holds=lambda theirs, ours: ours >= theirs,
        otherwise=Verdict.DIFFERS,
        command=f"{SOLVE} --chunks {plan}",
        why=FEW,
    )


CLAIMS = (
    _speed(SECRETS[0], 14.0),
    _speed(SECRETS[1], 50.0),
    Claim(
        says="Knuth's algorithm needs at most 5 guesses",
        where="3",
        theirs=5,
        ours=lambda effort: effort.average("p4c6", "minimax")["depth"],
        holds=equal,
        command="codepegs evaluate p4c6 -s minimax",
    ),
    Claim(
        says="its input (10, 4, 8 7 6 5) gives its game, by Knuth's rule",
        where="8, 9",
        theirs=SECRETS[1],
        shown="solved: 8765",
        ours=_guesses,
        holds=lambda theirs, guesses: guesses.startswith(FIRST) and guesses.endswith(theirs),
        command=f"codepegs session parallel-knuth --secret '{' '.join(SECRETS[1])}'",
    ),
    Claim(
        says="colours and holes are positive integers; other input and invalid codes are refused",
        where="8",
        shown="refused",
        ours=_refused,
        form=lambda refused: "refused" if refused else "accepted",
        command=f"codepegs solve {GAME} 876B",
    ),
    Claim(
        says="if the first guess is the secret, nothing is searched",
        where="5.6",
        theirs=1,
        shown="no search",
        ours=_first_is_secret,
        form=lambda turns: f"{turns} {'turn' if turns == 1 else 'turns'}",
        holds=equal,
        command=SOLVE_FIRST,
    ),
    _factor("guesses", 2.38, "6.1", "one task per guess"),
    _factor("64", 2.94, "6.2", "64 chunks"),
    _factor("512", 50 / 15, "6.2", "512 chunks"),
    Claim(
        says="64 chunks: times as fast as one task per guess",
        where="6.2",
        theirs=1.18,
        ours=lambda effort: _gain(effort, "64") / _gain(effort, "guesses"),
        form=lambda value: f"{value:.3g}",
        more=lambda theirs, ours: ours > theirs,
        command=f"{SOLVE} --chunks 64",
    ),
    Claim(
        says="almost 3 times as fast in parallel",
        where="7",
        theirs=3.0,
        ours=_hard_gain,
        form=lambda value: f"{value:.2g}",
        holds=lambda theirs, ours: ours >= 0.9 * theirs,
        otherwise=Verdict.DIFFERS,
        command=f"{SOLVE_HARD} --workers 2",
        why="on fewer cores, in a larger game",
    ),
    Claim(
        says="more threads than cores are slower",
        where="6.1",
        ours=lambda effort: list(times_by_workers(effort).values())[-2:],
        form=listed(lambda seconds: f"{seconds * 1e3:.1f} ms"),
        holds=lambda _, ours: ours[-1] > 1.02 * ours[0],
        command=f"{SOLVE_HARD} --workers 4",
        why="waiting threads cost nothing here",
    ),
    Claim(
        says="one task for each guess and candidate is extremely slow",
        where="6.1",
        ours=lambda effort: tasks_and_times(effort)["pairs"][1] / tasks_and_times(effort)["1"][1],
        form=lambda value: f"{value:,.0f} times as long as in sequence",
        holds=lambda _, ours: ours > 10,
        command="codepegs solve p4c6 5431 -s minimax:first=1122 --chunks pairs",
    ),
    Claim(
        says="512 chunks are the fastest",
        where="6.2, 7",
        theirs=512,
        ours=_fastest,
        form=lambda found: str(found) if isinstance(found, int) else f"{found[0]}; {found[1]} in {HARD[0]}",
        holds=lambda theirs, ours: theirs in ours,
        otherwise=Verdict.DIFFERS,
        command=f"{SOLVE_HARD} --chunks 2",
        why="few cores need few chunks",
    ),
    Claim(
        says="more than 512 chunks gain almost nothing",
        where="6.2",
        ours=lambda effort: [_by_chunks(effort)[count] / _by_chunks(effort)[512] for count in (1024, 4096)],
        form=listed(times_as),
        holds=lambda _, ours: min(ours) > 0.95,
        command=f"{SOLVE_HARD} --chunks 1024",
    ),
    Claim(
        says="fewer chunks than cores are much slower",
        where="6.2",
        ours=lambda effort: _by_chunks(effort)[1] / _by_chunks(effort)[workers_of(effort)],
        form=times_as,
        holds=lambda _, ours: ours > 1.2,
        command=f"{SOLVE_HARD} --chunks 1",
    ),
    Claim(
        says="fewer chunks in later turns gain nothing (m/2^k, 1.2 and 1.5)",
        where="6.2",
        ours=_shrinking,
        form=listed(times_as),
        holds=lambda _, ours: min(ours) > 0.95,
        command=f"{SOLVE_HARD} --chunks 512/2",
        why="here they save hand-overs",
    ),
    Claim(
        says="more chunks balance the load: least busy worker against the busiest",
        where="6.2",
        ours=lambda effort: [balances(effort)[plan] for plan in ("2", "512")],
        form=listed(lambda share: f"{100 * share:.0f} %"),
        holds=lambda _, ours: ours[1] > ours[0] + 0.02,
        otherwise=Verdict.DIFFERS,
        command="codepegs reproduce parallel-knuth",
        why="two equal chunks on two cores are balanced already",
    ),
    Claim(
        says="keeping only the best guess of each chunk lowers the peak memory",
        where="6.2",
        ours=lambda effort: [peaks_by_chunks(effort)[chunks] for chunks in ("1", "64", "512")],
        form=lambda peaks: f"{peaks[0]:.0f}, {peaks[1]:.1f} and {peaks[2]:.1f} MiB with 1, 64 and 512 chunks",
        holds=lambda _, ours: ours[0] > 2 * ours[1],
        command="codepegs reproduce parallel-knuth",
    ),
    Claim(
        says="more chunks than codes (found in its program: it does not end)",
        where="8, `splitToChunks`",
        shown="10,000 codes",
        ours=lambda effort: time_of(effort, GAME, SECRETS[1], f"minimax:first={FIRST}", COUNTS[-1], workers_of(effort)),
        form=lambda seconds: f"{int(COUNTS[-1]):,} chunks, {duration(seconds)}",
        more=lambda _, seconds: seconds > 0,
        command=f"{SOLVE} --chunks {COUNTS[-1]}",
    ),
    Claim(
        says="further work: choose the number of chunks at each turn",
        where="7",
        shown="not built",
        ours=lambda effort: (
            time_of(effort, *HARD, "auto", workers_of(effort)) / time_of(effort, *HARD, "512", workers_of(effort))
        ),
        form=lambda share: f"`auto`: {share:.2f} times as long as 512 chunks",
        more=lambda _, share: share < 1,
        command=f"{SOLVE_HARD} --chunks auto",
    ),
    Claim(
        says="Mastermind is NP-complete",
        where="2",
        shown="Stuckman and Zhang 2005",
        ours=cited("proved of: has a position a candidate?"),
        command="codepegs candidates 'p4c6 1122:1b0w' --count",
    ),
    Claim(
        says="better beside it: one core against its best plan on 8",
        where="6.2",
        theirs=15.0,
        factor=True,
        ours=lambda effort: game_time(effort, SECRETS[1], "auto", 1),
        form=duration,
        more=below,
        holds=at_most,
        command=f"{SOLVE} --workers 1",
    ),
)
"""The claims of its sections, and what is better."""
