"""The genetic algorithm in plain Python, draw for draw as the compiled loops: sets, slices and counters."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from codepegs.core.loops import BreedingRules, ShownReplies
from tests.reports.two_part_solver.kernel_cases import BLACK, BLACK_WHITE, TOTAL, WHITE

Code = list[int]
MASK = 2**64 - 1


@dataclass
class Xorshift:
    """xorshift64* (Vigna 2016)."""

    state: int

    def word(self) -> int:
        self.state ^= self.state >> 12
        self.state ^= self.state << 25 & MASK
        self.state ^= self.state >> 27
        return self.state * 0x2545F4914F6CDD1D & MASK

    def uniform(self) -> float:
        return (self.word() >> 11) / 2**53

    def below(self, bound: int) -> int:
        return (self.word() >> 32) * bound >> 32

    def two_below(self, bound: int) -> tuple[int, int]:
        """Two different numbers."""
        first = self.below(bound)
        second = self.below(bound - 1)
        return first, second + (second >= first)


def cost(code: Code, turns: ShownReplies, weight: float) -> float:
    """Berghman, Goossens and Leus: weighted differences in black and in white, as if the code were the secret."""
    blacks = others = 0
    for guess, black, other, won in zip(
        turns.guesses.tolist(), turns.black.tolist(), turns.other.tolist(), turns.won.tolist(), strict=True
    ):
        same = sum(a == b for a, b in zip(code, guess, strict=True))
        shared = (Counter(code) & Counter(guess)).total()
        if won:
            blacks += len(code) - same
            continue
        if same == len(code) and turns.view in (TOTAL, WHITE):
            others += 1
        if turns.view != BLACK:
            others += abs((shared if turns.view == TOTAL else shared - same) - other)
        if turns.view in (BLACK, BLACK_WHITE):
            blacks += abs(same - black)
    return weight * blacks + others


def cross(rng: Xorshift, mother: Code, father: Code, two_points: bool, repeats: bool, colors: int) -> list[Code]:
    """Two children: what lies between the points changes sides, and colours that repeat are replaced."""
    pegs = len(mother)
    first, last = (1 + rng.below(pegs - 1) if pegs > 1 else pegs), pegs
    if two_points and pegs > 2:
        first, last = sorted(rng.two_below(pegs))
    children = [
        mother[:first] + father[first:last] + mother[last:],
        father[:first] + mother[first:last] + father[last:],
    ]
    for child in children:
        used = set(child)
        for i, color in enumerate(child):
            if color in child[:i] and not repeats:
                new = rng.below(colors)
                while new in used:
                    new = (new + 1) % colors
                child[i] = new
                used.add(new)
    return children


def vary(
    rng: Xorshift, code: Code, repeats: bool, colors: int, mutation: float, permutation: float, inversion: float
) -> None:
    """Change one colour, swap two pegs, reverse a stretch."""
    if rng.uniform() < mutation and colors > 1:
        i = rng.below(len(code))
        color = rng.below(colors - 1)
        color += color >= code[i]
        if not repeats and color in code:
            code[code.index(color)] = code[i]
        code[i] = color
    if rng.uniform() < permutation and len(code) > 1:
        i, j = rng.two_below(len(code))
        code[i], code[j] = code[j], code[i]
    if rng.uniform() < inversion and len(code) > 1:
        i, j = sorted(rng.two_below(len(code)))
        code[i : j + 1] = code[i : j + 1][::-1]


def draw_parent(rng: Xorshift, tournament: int, costs: list[float], sums: list[float]) -> int:
    """The best of some drawn, or one drawn in proportion to the weights that `sums` adds up."""
    if tournament == 0:
        at = rng.uniform() * sums[-1]
        return next((n for n, sum_ in enumerate(sums) if sum_ > at), len(sums) - 1)
    best = rng.below(len(costs))
    for _ in range(tournament - 1):
        other = rng.below(len(costs))
        best = other if costs[other] < costs[best] else best
    return best


@dataclass
class Breeding:
    """A population that is bred until the rules say that it is enough."""

    turns: ShownReplies
    rules: BreedingRules
    seed: int
    eligible: list[Code] = field(default_factory=list)
    generation: int = 0

    def __post_init__(self) -> None:
        self.rng = Xorshift(self.seed)
        self.deck = list(range(self.turns.colors))
        self.fittest, self.least = self.draw(), float("inf")
        asked = zip(self.turns.guesses.tolist(), self.turns.won.tolist(), strict=True)
        self.asked = [guess for guess, won in asked if not won]
        self.run()

    def draw(self) -> Code:
        pegs, colors = self.turns.guesses.shape[1], self.turns.colors
        if self.rules.repeats:
            return [self.rng.below(colors) for _ in range(pegs)]
        for i in range(pegs):
            j = i + self.rng.below(colors - i)
            self.deck[i], self.deck[j] = self.deck[j], self.deck[i]
        return self.deck[:pegs]

    def look_at(self, codes: list[Code]) -> list[float]:
        """Replace codes that appeared before, and keep those that fit; the costs."""
        seen, costs = set(), []
        for n, code in enumerate(codes):
            if tuple(code) in seen:
                codes[n] = code = self.draw()
            seen.add(tuple(code))
            costs.append(cost(code, self.turns, self.rules.black_weight))
            if code not in self.asked and costs[-1] < self.least:
                self.least, self.fittest = costs[-1], list(code)
            if costs[-1] == 0 and code not in self.eligible and len(self.eligible) < self.rules.wanted:
                self.eligible.append(list(code))
        return costs

    def run(self) -> None:
        rules, rng = self.rules, self.rng
        codes = [self.draw() for _ in range(rules.population)]
        start, before, idle = 0, 0, 0  # of this population: its first generation and what was found before it
        while True:
            costs = self.look_at(codes)
            new = len(self.eligible) - before
            is_over = self.generation - start >= rules.generations or new >= rules.share
            if is_over:
                idle = 0 if new else idle + 1
            is_last = bool(self.eligible) and idle >= rules.populations
            if len(self.eligible) == rules.wanted or is_last or self.generation >= rules.patience:
                return
            self.generation += 1
            if is_over:
                start, before = self.generation, len(self.eligible)
                codes = [self.draw() for _ in range(rules.population)]
                continue
            sums: list[float] = []
            for each in costs:
                sums.append(1.0 / (rules.base + each) + (sums[-1] if sums else 0.0))
            children: list[Code] = []
            while len(children) < rules.population:
                mother, father = (codes[draw_parent(rng, rules.tournament, costs, sums)] for _ in range(2))
                two_points = rng.uniform() < rules.two_point
                pair = cross(rng, mother, father, two_points, bool(rules.repeats), self.turns.colors)
                for child in pair:
                    vary(
                        rng,
                        child,
                        bool(rules.repeats),
                        self.turns.colors,
                        rules.mutation,
                        rules.permutation,
                        rules.inversion,
                    )
                children += pair
            codes = children[: rules.population]
