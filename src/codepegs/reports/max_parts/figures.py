"""The Max Parts report, part on first moves, game lengths, memory and further work."""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from codepegs.codes import Candidates, part_sizes
from codepegs.experiments import end_process, interrupts_held, leave_interrupts
from codepegs.game import CANONICAL, Code, Game, part_table
from codepegs.match import PlayedTurn, play
from codepegs.reports.pages import Effort, Page

PRINTED = (
    ("3511", "aabc-max-parts:first=1122", ("0011", "0213", "0024", "1311", "3511")),
    ("5014", "aabc-max-parts", ("0012", "0314", "0411", "4014", "5014")),
)
"""Of figure 1(a): the secret, the strategy, and the guesses printed, with colours from 0."""

FIRST_MOVES = {"1122": (4.56, "11.07 s", "1/3"), "1123": (4.35, "9.66 s", "1/2")}
"""Of figure 1(a) and section 2.2: average and time of 100 games, and the chance of a black or white hit."""

FIGURE_1C = {"00": (5, 3), "01": (0, 3), "02": (3, 1), "03": (2, 2)}
"""Of figure 1(c): codes with no hit, and with one white hit."""

FIGURE_4 = {"0011": (1, 10, 55, 610, 614, 6, 0), "0012": (1, 12, 58, 669, 553, 3, 0)}
"""Of figure 4: game lengths by first guess."""


def _from_zero(game: Game, text: str) -> Code:
    return CANONICAL.parse(game, "".join(str(int(symbol) + 1) for symbol in text))


def first_moves(page: Page, effort: Effort) -> None:
    """Figure 1(a): its two printed games, and the averages of both first moves."""
    page.heading("Figure 1(a): the two first moves")
    game = Game(4, 6)
    rows = []
    equal = True
    for secret, strategy, printed in PRINTED:
        played = play(game, _from_zero(game, secret), strategy)
        guesses = tuple("".join(map(str, turn.guess)) for turn in played.position.turns)
        equal = equal and guesses == printed
        rows.append((secret, f"`{strategy}`", " ".join(printed), " ".join(guesses)))
    page.table(["secret", "strategy", "report", "ours"], rows)
    page.say(
        "Colours are numbered from 0, as in the report.",
        "Both games are the report's, guess for guess." if equal else "The games differ from the report's.",
    )
    everything = Candidates.all(game)
    averages = []
    hits = []
    lines = []
    for text, (average, seconds, chance) in FIRST_MOVES.items():
        (result,) = effort.evaluate("p4c6", [f"aabc-max-parts:first={text}"])
        hits.append(1.0 - float((everything.parts(text) == 0).mean()))  # part 0 is the reply without a hit
        averages.append(result.average)
        lines.append((text, average, f"{result.average:.3f}", seconds, chance, f"{100 * hits[-1]:.2f} %"))
    page.table(
        ["first move", "report, 100 games", "every secret", "report, time", "report, chance of a hit", "chance"], lines
    )
    page.say(
        "The report chooses AABC because a hit is more probable, and gives chances of 1/3 and 1/2. In fact",
        f"{100 * hits[0]:.0f} % of the secrets give a hit after AABB and {100 * hits[1]:.0f} % after AABC.",
        f"Over every secret AABC needs {averages[0] - averages[1]:.3f} guesses",
        f"{'fewer' if averages[1] < averages[0] else 'more'}.",
    )


def partitions(page: Page) -> None:
    """Figures 1(b) and 1(c)."""
    page.heading("Figure 1(b): parts by first move")
    game = Game(4, 6)
    everything = Candidates.all(game)
    theirs = {"1111": 4, "1112": 11, "1122": 12, "1123": 14, "1234": None}
    rows = []
    for text, claimed in theirs.items():
        key = np.array([everything.codebook.encode(CANONICAL.parse(game, text))], dtype=np.uint64)
        sizes = part_sizes(key, everything)[0]
        pattern = "".join("ABCD"[int(symbol) - 1] for symbol in text)
        rows.append((pattern, claimed, np.count_nonzero(sizes), sizes.max()))
    page.table(["first move", "report", "ours", "largest part"], rows)
    page.say(
        "AAAA has five replies, 0 to 4 black, and AABB has 13: the report misses one each. This does not",
        "affect its choice of AABC; AABC and ABCD both make 14 parts.",
    )
    _example(page)


def _example(page: Page) -> None:
    page.heading("Figure 1(c): the example with two pegs")
    game = Game(2, 4)
    everything = Candidates.all(game)
    replies = [str(reply) for reply in part_table(game).replies]
    rows = []
    for text, claimed in FIGURE_1C.items():
        sizes = np.bincount(everything.parts(_from_zero(game, text)), minlength=len(replies)).tolist()
        rows.append((text, *claimed, *sizes, sum(size > 0 for size in sizes)))
    totals = [sum(claimed[column] for claimed in FIGURE_1C.values()) for column in (0, 1)]
    page.table(["guess", "report, 0b0w", "report, 0b1w", *(f"{reply}" for reply in replies), "parts"], rows)
    page.say(
        f"The report adds up its columns, to {totals[0]} and {totals[1]}, and calls the sums total parts. The other",
        "columns show how many of the 16 codes of two pegs and four colours give each reply, and the number of",
        "parts. The report's figures fit no game: one colour on both pegs never gets a white hit, and the number of",
        "codes without a hit, (c - 1)^2 with c colours, is never 5. Its program counts the different replies that",
        "occur for a guess, as its printed games show.",
    )


def game_lengths(page: Page, effort: Effort) -> None:
    """Figure 4."""
    page.heading("Figure 4: game lengths by first guess")
    rows: list[tuple[object, ...]] = []
    for first, lengths in FIGURE_4.items():
        total = sum(number * count for number, count in enumerate(lengths, 1))
        rows.append((first, "report", *lengths, f"{total:,}"))
        canonical = "".join(str(int(symbol) + 1) for symbol in first)
        for name, options in (("all codes", ""), ("candidates only", "candidates-only,")):
            (result,) = effort.evaluate("p4c6", [f"max-parts:{options}first={canonical}"])
            histogram = result.histogram + (0,) * (7 - len(result.histogram))
            rows.append((first, f"max-parts, {name}", *histogram, f"{result.total:,}"))
    page.table(["first", "guesses from", *map(str, range(1, 8)), "total"], rows)
    page.say(
        "The report's rows add up to 5,732 and 5,658. Max-parts with ties broken in favour of a candidate, then of",
        "the lowest code, gives 5,728 and 5,668 over all codes, and 5,772 and 5,701 over candidates. How ties are",
        "broken changes such a total by a few dozen, so the totals do not show which guesses the report's",
        "program compared. The text beside its table says 0012 once where 0011 is meant.",
    )


MEMORY = {"Max Parts": ("890 MB", "250 MB"), "MiniMax": (None, None), "Simple": ("990 MB", "400 MB")}
"""The report's memory: peak, and the average after the first attempt."""


def memory(page: Page, effort: Effort, algorithms: Mapping[str, str]) -> None:
    """Section 3.6: the peak of the memory, and what is used after the first attempt."""
    rules = "p5c8" if effort.quick else "p8c8"
    game = Game.parse(rules)
    page.heading(f"Memory at {game.pegs} pegs and {game.colors} colours")
    rows = []
    for name, claimed in MEMORY.items():
        effort.step(f"max-parts: memory of {name} on {rules}")
        peak, later = _memory_of_game(rules, algorithms[name], effort.seed)
        theirs = (None, None) if effort.quick else claimed  # which is of 8 pegs and colours
        rows.append((name, rules, theirs[0], _mib(peak), theirs[1], _mib(later)))
    page.table(["algorithm", "game", "report, peak", "ours", "report, after the first attempt", "ours"], rows)
    page.say(
        "Resident memory of one game in its own process, including about 40 MiB for Python, NumPy and the loops:",
        "its peak, and the average after each guess from the second on. A code takes 8 bytes, and only codes",
        "consistent with the first reply are listed.",
    )


def _mib(value: float | None) -> str | None:
    return None if value is None else f"{value:,.0f} MiB"


def _memory_of_game(rules: str, strategy: str, seed: int) -> tuple[float | None, float | None]:
    """The peak of the memory of one game in a process of its own, and its average from the second guess on."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send_memory, args=(theirs, rules, strategy, seed), daemon=True)
    try:
        with interrupts_held():
            process.start()
        theirs.close()
        peak, later = ours.recv()
    finally:
        end_process(process)
    return peak, later


def _send_memory(pipe: Connection, rules: str, strategy: str, seed: int) -> None:
    leave_interrupts()
    used: list[float] = []

    def on_turn(number: int, turn: PlayedTurn) -> None:
        now = _memory_mib("VmRSS")
        if number > 1 and now is not None:
            used.append(now)

    play(Game.parse(rules), None, strategy, seed=seed, on_turn=on_turn)
    pipe.send((_memory_mib("VmHWM"), sum(used) / len(used) if used else None))


def _memory_mib(name: str) -> float | None:
    """The memory of this process, VmRSS now and VmHWM at its peak; None where the system has no /proc."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) / 2**10 for line in lines if line.startswith(f"{name}:")), None)


def further_work(page: Page) -> None:
    """Section 5."""
    page.heading("Further work")
    page.say(
        "For games too large to list, the report suggests incrementing an index in each guess according to the",
        "pegs of the reply; `brute-force` does this (see the two-part solver report). `small-then-colour-first`",
        "combines methods for small and large games, as the report suggests; the default strategy does so with",
        "others. A tree of all codes, from which branches are removed, would need as much memory as the list;",
        "`first-consistent` and `random-consistent` search the same tree depth first and store none of it, so they",
        "can play games of 9 pegs and 9 colours, and larger ones.",
    )
