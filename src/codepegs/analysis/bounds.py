"""How many guesses any strategy needs at least, if replies are true or sometimes false; what a game is like."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, ClassVar

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import Candidates
from codepegs.errors import BadInput
from codepegs.game import (
    ALIASES,
    LONG_ALIASES,
    Code,
    FormerName,
    Game,
    InJson,
    JsonKeys,
    Kind,
    Kinds,
    View,
    alike_columns,
    countable,
    described,
    optional,
    parse_noise,
    record,
)
from codepegs.reasons import bracketed, clip
from codepegs.strategies.bayes import ALL_GUESSES, all_replies
from codepegs.trees.certificate_checker import huffman
from codepegs.trees.gallery import EXPECTED, Entry, entries_of


@record("DescribeAnswer", "What a game is like: of pegs, of a list of codes, or of a table.")
@dataclass(frozen=True, slots=True)
class GameDescription:
    """What a game is like: of pegs, of a list of codes, or of a table.

    >>> describe("p4c6").aliases
    ['mm', 'mastermind']
    """

    game: Game
    objects: Annotated[
        int,
        InJson(int | None, countable),
        Meta(description="number of secrets; null if it is too large for JSON, above about 10^308"),
    ]
    tests: Annotated[
        int, InJson(int | None, countable), Meta(description="number of guesses; null if it is too large for JSON")
    ]
    replies: Annotated[
        list[str] | None,
        Meta(description="the outcomes, or the replies without the win; null in games of many pegs"),
    ]
    secret_bits: Annotated[float, described("secret_bits")]
    most_outcomes: Annotated[
        int,
        Meta(description="largest number of different outcomes of one guess; in games of many pegs an upper bound"),
    ]
    first_guesses: Annotated[
        list[Code] | None,
        Meta(description="the guesses that are not equivalent by symmetry at the first turn; only where these are few"),
    ]
    least_average: Annotated[float, described("least_average")]
    least_longest_game: Annotated[int, described("least_longest_game")]
    least_cost: Annotated[float | None, Meta(description="lower bound on the expected cost; only with costs")]
    alike: Annotated[list[list[Code]], Meta(description="groups of secrets that no guess distinguishes")]
    classes: Annotated[dict[str, int] | None, Meta(description="number of secrets of each class; only with classes")]
    useless: Annotated[list[Code], Meta(description="guesses that have the same outcome for every secret")]
    strategies: Annotated[list[str], Meta(description="names of the strategies that can play the game")]
    trees: Annotated[list[Entry], Meta(description="the trees of the gallery: the best totals known")]

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.game,
            "aliases": self.aliases,
            "objects": self.objects,
            "tests": self.tests,
            "replies": self.replies,
            "until": self.until,
            "secret_bits": self.secret_bits,
            "most_outcomes": self.most_outcomes,
            "first_guesses": optional(self.first_guesses),
            "least_average": self.least_average,
            "least_longest_game": self.least_longest_game,
            "least_cost": optional(self.least_cost),
            "alike": self.alike,
            "classes": optional(self.classes),
            "useless": self.useless,
            "strategies": self.strategies,
            "trees": self.trees,
            "kinds": self.kinds,
        }

    def __repr__(self) -> str:
        least = f"at least {self.least_average:.4f} guesses on average, {self.least_longest_game:,} at worst"
        return bracketed(f"description of {clip(str(self.game))}: {least}")

    @property
    def aliases(self) -> Annotated[list[str], Meta(description="other names of the game, the shortest first")]:
        """Other names of the game."""
        view = self.game.view.value
        names = [f"{name}-{view}" if view else name for name in (*ALIASES, *LONG_ALIASES)]
        return [] if self.game._digest else [name for name in names if Game.parse(name) == self.game]

    @property
    def is_told(self) -> bool:
        """Whether the guesses can tell all that is to be found, each secret or its class."""
        if self.until == "class" and self.game.classes is not None:
            numbers = ([self.game._number_of_code(code) for code in group] for group in self.alike)
            return all(len({*self.game.classes[group].tolist()}) == 1 for group in numbers)
        return self.until == "named" or not self.alike

    entropy_bits: ClassVar[FormerName] = FormerName("secret_bits")
    least_worst: ClassVar[FormerName] = FormerName("least_longest_game")

    @property
    def kinds(self) -> Kinds:
        """The bounds are proved, the entropy is counted."""
        proved: dict[str, Kind] = dict.fromkeys(("least_average", "least_longest_game", "least_cost"), "proved")
        return {"secret_bits": "counted", **proved}

    @property
    def until(self) -> Annotated[str, Meta(description="when the game ends: named, known or class")]:
        """When the game ends."""
        return self.game.until


def describe(game: Game | str) -> GameDescription:
    """Describe a game: its size, its replies, how many guesses any strategy needs, and the best totals known.

    The bounds hold for every strategy. With at most m different outcomes of a guess, a code of m symbols for the items
    that are never left together at the end (Huffman 1952) is at most as long as a strategy is. In games of pegs, at
    most m - 1 secrets after each guess are not named by it. A tree that is proved optimal gives the best bound.

    Args:
        game: The game, or its rules id.

    Returns:
        A `GameDescription`.

    Raises:
        BadRules: The text does not name a game.

    >>> found = describe("p4c6")
    >>> found.objects, found.most_outcomes, found.least_longest_game, found.trees[0].total
    (1296, 14, 5, 5625)
    >>> found.first_guesses
    [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 1), (0, 0, 1, 2), (0, 1, 2, 3)]
    """
    from codepegs.strategies import STRATEGIES

    game = Game.of(game)
    found = _of_pegs(game) if game._traits.counts_pegs else _of_table(game)
    playing = [strategy.name for strategy in STRATEGIES.values() if strategy.why_not(game) is None]
    return replace(found, strategies=playing)


MOST_FIRST = 250
"""Guesses of the first turn that are compared and listed."""

MOST_PAIRS_TRIED = 40_000
"""Pairs of such a guess and a reply that are tried, to see which are possible: at most a second."""


def _of_pegs(game: Game) -> GameDescription:
    first = list(islice(_first_guesses(game), MOST_FIRST + 1))
    pegs = game.pegs
    most = pegs * (pegs + 3) // 2 if game.view is View.BLACK_WHITE else pegs + REPLIES_KNOWN[game.view]
    replies = None
    if len(first) * most <= MOST_PAIRS_TRIED and len(first) <= MOST_FIRST:
        listed = game.replies()
        possible = [[game.can_reply(guess, reply) for reply in listed] for guess in first]
        most = max(map(sum, possible))
        replies = [str(reply) for reply, *made in zip(listed, *possible, strict=True) if any(made)][:-1]
    average, worst = _least_by_branching(game.size, most)
    trees = entries_of(game)
    for entry in trees:
        if entry.is_proved and entry.objective == EXPECTED:
            average = max(average, entry.average)
        elif entry.is_proved and entry.objective == "worst":
            worst = max(worst, entry.longest_game)
    average = max(average, least_by_information(game))
    return GameDescription(
        game=game,
        objects=game.size,
        tests=game._guess_count,
        replies=replies,
        secret_bits=math.log2(game.size),
        most_outcomes=most,
        first_guesses=first if len(first) <= MOST_FIRST else None,
        least_average=average,
        least_longest_game=max(worst, math.ceil(average)),
        least_cost=None,
        alike=[],
        classes=None,
        useless=first if game.size == 1 else [],
        strategies=[],
        trees=trees,
    )


def _first_guesses(game: Game) -> Iterator[Code]:
    """One guess of each orbit at the first turn, the lowest: it says how often each colour occurs, most often first."""
    if not game.repeats:
        yield tuple(range(game.pegs))
        return

    def counts(pegs: int, most: int, colors: int) -> Iterator[list[int]]:
        if not pegs:
            yield []
        elif colors:
            for count in range(min(pegs, most), 0, -1):
                yield from ([count, *rest] for rest in counts(pegs - count, count, colors - 1))

    for found in counts(game.pegs, game.pegs, game.colors):
        yield tuple(color for color, count in enumerate(found) for _ in range(count))


def _least_by_branching(size: int, most: int) -> tuple[float, int]:
    """Lower bounds on the expected and the largest number of guesses, if a guess has at most `most` outcomes."""
    # Turn t names at most (most - 1)^(t - 1) secrets, one after each series of replies without the win.
    left, total, turn, branches = size, 0, 0, 1
    while left:
        turn += 1
        named = min(left, branches)
        total += turn * named
        left -= named
        branches *= most - 1
    return total / size, turn


def _of_table(game: Game) -> GameDescription:
    everything = Candidates.all(game)
    space, table = everything.space, everything.space.table
    assert table is not None
    weights = np.ones(game.size, dtype=np.int64) if game.weights is None else game.weights
    groups = alike_columns(table)
    items = np.bincount(game._items, weights).astype(np.int64)
    items = items[items > 0]
    outcomes, used_by = np.zeros(len(table), dtype=np.int64), np.zeros(len(game.replies()), dtype=np.int64)
    for number, row in enumerate(table):  # `bincount` of the whole table would copy it as 64-bit numbers
        is_outcome = np.bincount(row, minlength=len(used_by)) > 0
        outcomes[number] = np.count_nonzero(is_outcome)
        used_by += is_outcome
    most = int(outcomes.max())
    used = np.flatnonzero(used_by)
    begins = int(not everything.is_over)
    least = max(begins, huffman(items.tolist(), most) / int(weights.sum()) if most > 1 else 0.0)
    of_object = np.arange(game.size) if game._forms is None else game._forms
    members = [np.unique(of_object[groups == group]) for group in np.flatnonzero(np.bincount(groups) > 1).tolist()]
    counts = None if game.classes is None or game._ends_by_form else np.bincount(game.classes).tolist()
    return GameDescription(
        game=game,
        objects=len(np.unique(of_object)),
        tests=game._guess_count,
        replies=[str(game.replies()[number]) for number in used.tolist() if number < len(game.replies()) - 1],
        secret_bits=_entropy(game, groups, weights),
        most_outcomes=most,
        first_guesses=None,
        least_average=float(least),
        least_longest_game=max(begins, _least_depth(len(items), most)),
        least_cost=None if game.costs is None else least * int(game.costs.min()),
        alike=[[space.decode(int(key)) for key in group] for group in members if len(group) > 1],
        classes=None if counts is None else {game._class_name(number): count for number, count in enumerate(counts)},
        useless=[space.decode(int(key)) for key in space.guesses()[outcomes == 1]],
        strategies=[],
        trees=entries_of(game),
    )


def _entropy(game: Game, groups: NDArray[np.int64], weights: NDArray[np.int64]) -> float:
    """The entropy of the secret or its class, less what is left of it when every guess of a table was made."""
    if game.until == "named":
        return _bits(weights)
    if game.until == "known" or game.classes is None:
        return _bits(np.bincount(groups, weights))
    bits = _bits(np.bincount(game.classes, weights))
    labels, pairs = np.unique(groups * game.size + game.classes, return_inverse=True)
    if len(labels) == int(groups.max()) + 1:  # secrets that no guess distinguishes are of one class
        return bits
    return max(0.0, bits - _bits(np.bincount(pairs, weights)) + _bits(np.bincount(groups, weights)))


def _bits(masses: NDArray[np.float64] | NDArray[np.int64]) -> float:
    shares = masses[masses > 0] / masses.sum()
    return float(-(shares @ np.log2(shares))) + 0.0


def _least_depth(wanted: int, outcomes: int) -> int:
    """The least depth at which a tree with `outcomes` branches a node has `wanted` leaves."""
    depth, leaves = 0, 1
    while leaves < wanted and outcomes > 1:
        depth, leaves = depth + 1, leaves * outcomes
    return depth


Numbers = NDArray[np.int64]

REPLIES_KNOWN = {View.BLACK_WHITE: 1, View.BLACK: 1, View.WHITE: 2, View.TOTAL: 2}
"""By view, what a reply has more than values of its largest count: the win is announced where it is not shown."""


def least_by_information(game: Game | str) -> float:
    """Return a lower bound on the average number of guesses of any strategy."""
    game = Game.of(game)
    if not game._traits.counts_pegs:
        raise BadInput.because("bound_for_pegs")
    counts = game.pegs + REPLIES_KNOWN[game.view]
    all_values = game.pegs * (game.pegs + 3) // 2 if game.view is View.BLACK_WHITE else counts  # at most
    known_values = 2 if game.view is View.TOTAL else counts
    return max(1.0, math.log2(game.size) / math.log2(all_values), bits_of_places(game) / math.log2(known_values))


def bits_of_places(game: Game | str) -> float:
    """Return the entropy of a random secret of which is known how often each colour occurs."""
    game = Game.of(game)
    pegs, colors = game.pegs, game.colors
    orders = _log2_factorial(pegs)
    if not game.repeats or colors == 1:
        return orders if not game.repeats else 0.0
    each, other = -math.log2(colors), math.log2(1.0 - 1.0 / colors)
    same = 0.0  # expected bits of the orders of the pegs of one colour
    for count in range(2, pegs + 1):
        chance = orders - _log2_factorial(count) - _log2_factorial(pegs - count) + count * each + (pegs - count) * other
        same += 2.0**chance * _log2_factorial(count)
    return orders - colors * same


def _log2_factorial(number: int) -> float:
    return math.lgamma(number + 1) / math.log(2.0)


MOST_TERMS = 10_000
"""Turns after which the first bound stops adding terms, which keeps it a lower bound."""

BISECTIONS = 60
"""Bisections of a probability."""


def reply_capacity(game: Game | str, noise: float) -> float:
    """Return the capacity, in bits, of a reply that is replaced by a random one with probability `noise`."""
    replies, share = len(Game.of(game).replies()), _checked(noise)
    fit, other = 1.0 - share + share / replies, share / replies
    lost = -fit * math.log2(fit) - (replies - 1) * (other * math.log2(other) if other else 0.0)
    return math.log2(replies) - lost


def least_by_capacity(game: Game | str, noise: float) -> float:
    """Return a lower bound on the average number of guesses from the capacity of the replies."""
    game = Game.of(game)
    capacity = reply_capacity(game, noise)
    total = 0.0
    for turn in range(MOST_TERMS):
        unsolved = 1.0 - _most_solved(turn, game.size, capacity)
        if unsolved <= 0.0:
            break
        total += unsolved
    return total


def _most_solved(turns: int, codes: int, capacity: float) -> float:
    """The largest probability to have guessed the secret after some turns."""
    if turns >= codes:
        return 1.0
    if turns == 0:
        return 0.0
    base = turns / codes
    allowed = (turns - 1) * capacity

    def needed(p: float) -> float:
        rest = (1 - p) * math.log2((1 - p) / (1 - base)) if p < 1 else 0.0
        return p * math.log2(p / base) + rest

    if needed(1.0) <= allowed:
        return 1.0
    low, high = base, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if needed(middle) <= allowed else (low, middle)
    return high


def least_if_known_false(game: Game | str, noise: float, depth: int = 2) -> float:
    """Return a lower bound on the average number of guesses from a codebreaker that learns which replies are false."""
    game = Game.of(game)
    if game.size > ALL_GUESSES:
        raise BadInput.because(game._reason("too_large_for_bound", size=game.size, most=ALL_GUESSES))
    search = _KnownFalse(game, _checked(noise))
    return search.least(np.arange(game.size), depth) / game.size


class _SmallGame:
    """The replies of all guesses to all codes of a game, and figures of the parts into which guesses split sets."""

    def __init__(self, game: Game) -> None:
        self.count = game.size
        self.replies = len(game.replies())
        self.table = all_replies(game).astype(np.int64)
        self.codes = Candidates.all(game).codes
        self.shapes = [tuple(sorted(np.unique(code, return_counts=True)[1].tolist())) for code in self.codes]
        """How often each code uses colours: before the first turn, guesses differ only by that."""
        self.all = np.arange(self.count)

    def differing(self, guesses: Numbers, size: int) -> Iterator[int]:
        """Guesses in their order; before the first turn, when `size` is that of the game, only those that differ."""
        tried = set()
        for guess in guesses.tolist():
            if size < self.count or self.shapes[guess] not in tried:
                tried.add(self.shapes[guess])
                yield guess

    def sizes(self, codes: Numbers) -> Numbers:
        """For each guess, the number of codes of a set that give each reply, shape (codes, replies)."""
        cells = (self.table[:, codes] + self.replies * self.all[:, None]).ravel()
        return np.bincount(cells, minlength=self.count * self.replies).reshape(self.count, self.replies)


class _KnownFalse(_SmallGame):
    """The search for the second bound."""

    def __init__(self, game: Game, share: float) -> None:
        super().__init__(game)
        self.share = share
        self.even = _even_sums(game.size, self.replies - 1, share)

    def least(self, codes: Numbers, depth: int) -> float:
        """A lower bound on the sum of the guesses of all secrets in a set."""
        size = len(codes)
        if depth == 0 or size <= 2:
            return float(self.even[size])
        options = self._options(codes)
        if depth == 1:
            return float(options.min())
        best = math.inf
        for guess in self.differing(np.argsort(options, kind="stable"), size):
            if options[guess] >= best:
                break
            replies = self.table[guess, codes]
            parts = [codes[replies == reply] for reply in np.unique(replies).tolist() if reply != self.replies - 1]
            true = size + (1.0 - self.share) * sum(self.least(part, depth - 1) for part in parts)
            left = codes[codes != guess]
            if len(left) == size:
                best = min(best, true / (1.0 - self.share))
            elif true + self.share * float(self.even[size - 1]) < best:
                best = min(best, true + self.share * self.least(left, depth - 1))
        return best

    def _options(self, codes: Numbers) -> NDArray[np.float64]:
        """For each guess, a lower bound if it is played next, from the sizes of the parts."""
        true = len(codes) + (1.0 - self.share) * self.even[self.sizes(codes)[:, :-1]].sum(axis=1)
        options: NDArray[np.float64] = np.where(
            np.isin(self.all, codes), true + self.share * self.even[len(codes) - 1], true / (1.0 - self.share)
        )
        return options


def _even_sums(most: int, parts: int, share: float) -> NDArray[np.float64]:
    """By the size of a set: a lower bound on the sum of guesses if every guess may split it as evenly as possible.

    A guess outside the set cannot be better then: with L for this sum and P for that of an even split, L(m) - P(m) is
    at most m / (1 - share), by induction over m.
    """
    even = np.zeros(most + 1)
    for size in range(1, most + 1):
        each, over = divmod(size - 1, parts)
        split = (parts - over) * even[each] + over * even[each + 1] if parts else 0.0
        even[size] = size + (1.0 - share) * split + share * even[size - 1]
    steps = np.diff(even, 2)
    assert (steps >= -1e-9).all(), "the sums are convex, so an even split is the best"
    return even


def _checked(noise: float) -> float:
    share = parse_noise(noise)
    if share is None:
        raise BadInput.because("noise_not_a_number")
    return share


# The worst case of games in which at most one reply is false: the codemaker may give it at any turn, and the game ends
# when the guess is the secret, whatever the reply shows (as in `codepegs play --noise lying:1`). A position is then two
# sets of codes: those that are consistent with all replies, for which the codemaker can still give a false one, and
# those that are consistent with all replies but one. After a guess, each shown reply keeps the codes of both sets that
# give it, and moves the rest of the first set to the second (Rényi-Ulam games with one lie, Berlekamp 1968).


@dataclass(frozen=True, eq=False)
class LieStrategy:
    """A strategy against at most one false reply."""

    first: Code
    lengths: Numbers
    """For each secret, in the order of codes, the largest number of guesses over all possible false replies; int64,
    shape (codes,)."""

    @property
    def worst(self) -> int:
        """The largest number of guesses."""
        return int(self.lengths.max())

    @property
    def average(self) -> float:
        """The average over the secrets of the largest number of guesses."""
        return float(self.lengths.mean())


def solve_with_one_lie(game: Game | str, turns: int, *, width: int | None = None) -> LieStrategy | None:
    """Return a strategy that finds every secret within `turns` turns if at most one reply is false."""
    game = Game.of(game)
    if game.size > ALL_GUESSES:
        raise BadInput.because(game._reason("too_large_for_lies", size=game.size, most=ALL_GUESSES))
    return _LieSearch(game, width).strategy(turns)


def least_worst_case_with_one_lie(game: Game | str) -> LieStrategy:
    """Return a strategy that needs the fewest guesses in the worst case, if at most one reply is false."""
    game = Game.of(game)
    turns = 1
    while (found := solve_with_one_lie(game, turns)) is None:
        turns += 1
    return found


class _LieSearch(_SmallGame):
    """Depth-first search over positions, pruned by counting the histories that a position needs."""

    def __init__(self, game: Game, width: int | None) -> None:
        super().__init__(game)
        self.width = width
        self._needs: dict[int, NDArray[np.float64]] = {}
        self._unsolvable: set[tuple[bytes, bytes, int]] = set()

    def strategy(self, turns: int) -> LieStrategy | None:
        """The strategy, if there is one."""
        if self.need(self.count, 0, turns) > self.room(turns):
            return None
        lengths = self.solve(self.all, np.arange(0), turns)
        if lengths is None:
            return None
        first = self.codes[int(lengths.argmin())]  # the only secret that takes one guess
        return LieStrategy(tuple(first.tolist()), lengths)

    def solve(self, free: Numbers, spent: Numbers, turns: int) -> Numbers | None:
        """The largest number of guesses for each code of a position, 0 for others; None if some need too many.

        `free` are the codes consistent with all replies, `spent` those consistent with all but one.
        """
        size = len(free) + len(spent)
        lengths = np.zeros(self.count, dtype=np.int64)
        if size <= 1:
            lengths[free] = lengths[spent] = 1
            return lengths if turns >= size else None
        key = (free.tobytes(), spent.tobytes(), turns)
        if key in self._unsolvable:
            return None
        for guess in self.differing(self.options(free, spent, turns), len(free)):
            found = self.follow(free, spent, guess, turns)
            if found is not None:
                return found
        self._unsolvable.add(key)
        return None

    def follow(self, free: Numbers, spent: Numbers, guess: int, turns: int) -> Numbers | None:
        """The same if a guess is made."""
        win = self.replies - 1
        free_replies, spent_replies = self.table[guess, free], self.table[guess, spent]
        lengths = np.zeros(self.count, dtype=np.int64)
        children = []
        for reply in range(self.replies):
            kept = free[(free_replies == reply) & (free_replies != win)]
            moved = free[(free_replies != reply) & (free_replies != win)]
            left = np.sort(np.concatenate([spent[(spent_replies == reply) & (spent_replies != win)], moved]))
            children.append((self.need(len(kept), len(left), turns - 1), kept, left))
        children.sort(key=lambda child: -child[0])
        for _, kept, left in children:
            found = self.solve(kept, left, turns - 1)
            if found is None:
                return None
            np.maximum(lengths, found, out=lengths)
        lengths[free] += 1
        lengths[spent] += 1
        lengths[guess] = 1 if guess in free or guess in spent else 0
        return lengths

    def options(self, free: Numbers, spent: Numbers, turns: int) -> Numbers:
        """The guesses after which counting excludes no reply, the most promising first."""
        win = self.replies - 1
        kept, left = self.sizes(free), self.sizes(spent)
        others = (len(free) - kept[:, win])[:, None]
        kept[:, win] = left[:, win] = 0
        needs = self.needs(turns - 1)[kept] + left + others - kept
        worst = needs.max(axis=1)
        possible = np.flatnonzero(worst <= self.room(turns - 1))
        members = np.isin(self.all, np.concatenate([free, spent]))
        spread = (needs[possible] ** 2).sum(axis=1)
        order = np.lexsort((possible, ~members[possible], spread, worst[possible]))
        return possible[order][: self.width]

    def room(self, turns: int) -> float:
        """The number of guesses in a whole tree: one for each history of shown replies."""
        return float(sum(self.replies**turn for turn in range(turns)))

    def needs(self, turns: int) -> NDArray[np.float64]:
        """By the number of free codes: the fewest guesses that they need in a tree of some turns, infinite if too many.

        A free code that is guessed at turn t after true replies needs this guess, and one after each other reply to
        each of the t - 1 guesses before: 1 + (t - 1) (R - 1) guesses, after different histories. At most
        (R - 1)^(t - 1) free codes can be guessed at turn t. A spent code needs one guess.
        """
        if turns not in self._needs:
            needs = np.full(self.count + 1, math.inf)
            needs[0] = total = 0.0
            code = 0
            for turn in range(turns):
                for _ in range(min((self.replies - 1) ** turn, self.count - code)):
                    code += 1
                    total += 1 + turn * (self.replies - 1)
                    needs[code] = total
            self._needs[turns] = needs
        return self._needs[turns]

    def need(self, free: int, spent: int, turns: int) -> float:
        """The fewest guesses that a position needs in a tree of some turns."""
        return float(self.needs(turns)[free]) + spent
