"""The random walk in plain Python, draw for draw as the compiled loop: every cost is counted anew."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from codepegs.core.loops import AskedCodes, WalkRules
from codepegs.reports.mcmc.codebreaker import STARTS

Code = list[int]
MASK = 2**64 - 1
BLIND = 10_000


class Splitmix:
    """splitmix64 (Steele, Lea and Flood 2014)."""

    def __init__(self, state: int) -> None:
        self.state = state & MASK

    def word(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        word = self.state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
        return word ^ word >> 31

    def uniform(self) -> float:
        return (self.word() >> 11) / 2**53

    def below(self, bound: int) -> int:
        return (self.word() >> 32) * bound >> 32

    def shuffle(self, items: list[int], count: int) -> None:
        """Bring random items to the first places."""
        for i in range(count):
            j = i + self.below(len(items) - i)
            items[i], items[j] = items[j], items[i]


class PlainWalk:
    """The choice of one guess."""

    def __init__(self, rules: WalkRules, turns: AskedCodes, seed: int, shown: list[list[int]] | None = None) -> None:
        self.rules = rules
        self.asked: list[Code] = turns.guesses.tolist()
        self.black: list[int] = turns.black.tolist()
        self.total: list[int] = turns.total.tolist()
        self.pegs = len(self.asked[0])
        self.shown = shown
        self.rng = Splitmix(Splitmix(seed + len(self.asked)).word())
        self.states = 0
        self.fits, self.code = self.choose()

    def misfit(self, code: Code) -> tuple[int, int, int]:
        """How far off black, white and total are, summed over the turns."""
        black, white, total = 0, 0, 0
        for guess, shown_black, shown_total in zip(self.asked, self.black, self.total, strict=False):
            same = sum(a == b for a, b in zip(code, guess, strict=True))
            shared = (Counter(code) & Counter(guess)).total()
            if self.shown is not None:
                black += abs(self.shown[same][shared] - shown_black)
                continue
            same, shared = same - shown_black, shared - shown_total
            black, white, total = black + abs(same), white + abs(shared - same), total + abs(shared)
        return black, white, total

    def cost(self, code: Code) -> float:
        black, white, total = self.misfit(code)
        rules = self.rules
        return rules.black_weight * black + rules.white_weight * white + rules.total_weight * total

    def is_answer(self, code: Code) -> bool:
        """Whether a code fits what is shown of all replies, and was not asked."""
        seen = self.rules.sees_black, self.rules.sees_white, self.rules.sees_total
        if code in self.asked:
            return False
        if self.shown is not None:
            return self.misfit(code)[0] == 0
        return not any(off for off, sees in zip(self.misfit(code), seen, strict=True) if sees)

    def choose(self) -> tuple[bool, Code]:
        rules, pegs, turns = self.rules, self.pegs, len(self.black)
        best = turns - 1
        if rules.sees_black and turns:
            best = max(range(turns), key=lambda t: (self.black[t], t))
            if rules.endgame * pegs <= self.black[best] < pegs:
                found = self.search(self.asked[best], pegs - self.black[best])
                if found is not None and found not in self.asked:
                    return True, found
        origin = best if rules.start == STARTS.index("most-black") else turns - 1
        swap, is_ruled = rules.swap, False
        if turns and rules.sees_total and self.total[origin] == pegs:
            swap, is_ruled = 1.0, True
        elif turns and rules.sees_black and self.black[origin] >= rules.near * pegs:
            swap, is_ruled = rules.near_swap, True
        is_drawn = not turns or (rules.start == STARTS.index("random") and not is_ruled)
        code = self.draw() if is_drawn else list(self.asked[origin])
        can_recolor = rules.colors > (1 if rules.repeats else pegs)
        if pegs == 1 and not can_recolor:
            return False, code
        return self.walk(code, 1.0 if not can_recolor else 0.0 if pegs == 1 else swap, can_recolor)

    def draw(self) -> Code:
        if self.rules.repeats:
            return [self.rng.below(self.rules.colors) for _ in range(self.pegs)]
        bag = list(range(self.rules.colors))
        self.rng.shuffle(bag, self.pegs)
        return bag[: self.pegs]

    def search(self, anchor: Code, changes: int) -> Code | None:
        """The first code that fits among those that differ from the anchor in so many pegs."""
        order, tints = list(range(self.pegs)), list(range(self.rules.colors))
        self.rng.shuffle(order, self.pegs - 1)
        self.rng.shuffle(tints, self.rules.colors - 1)
        for code in self.changed(list(anchor), order, tints, changes):
            if code is None:
                return None
            return code
        return None

    def changed(self, code: Code, order: list[int], tints: list[int], changes: int) -> Iterator[Code | None]:
        """Codes with so many changes at the pegs of `order` that can fit; None when enough were looked at."""
        for at in range(len(order) - changes + 1):
            peg = order[at]
            for color in tints:
                if color == code[peg]:
                    continue
                self.states += 1
                if self.states > self.rules.endgame_nodes:
                    yield None
                    return
                partial = [*code[:peg], color, *code[peg + 1 :]]
                if not self.can_fit(partial, changes - 1):
                    continue
                if changes == 1:
                    yield partial
                else:
                    yield from self.changed(partial, order[at + 1 :], tints, changes - 1)
                if self.states > self.rules.endgame_nodes:
                    return

    def can_fit(self, code: Code, left: int) -> bool:
        """Whether no count is further off than the changes that are left."""
        if not self.rules.repeats and len(code) - len(set(code)) > left:
            return False
        for guess, black, total in zip(self.asked, self.black, self.total, strict=False):
            if self.rules.sees_black and abs(sum(a == b for a, b in zip(code, guess, strict=True)) - black) > left:
                return False
            if self.rules.sees_total and abs((Counter(code) & Counter(guess)).total() - total) > left:
                return False
        return True

    def walk(self, code: Code, swap: float, can_recolor: bool) -> tuple[bool, Code]:
        rules, rng = self.rules, self.rng
        spare = [color for color in range(rules.colors) if color not in code]
        if rules.check and self.is_answer(code):
            return True, code
        most = rules.burn_in if rules.ask_again else 2 * rules.burn_in + BLIND
        for step in range(most):
            if step >= rules.burn_in and code not in self.asked:
                break
            is_blind = step >= 2 * rules.burn_in
            if is_blind and can_recolor and self.pegs > 1:
                swap = 0.5
            self.states += 1
            trial, place = list(code), 0
            if swap == 1.0 or (swap > 0.0 and rng.uniform() < swap):
                i, j = rng.below(self.pegs), rng.below(self.pegs - 1)
                j += j >= i
                if code[i] == code[j]:
                    continue
                trial[i], trial[j] = code[j], code[i]
                is_swap = True
            else:
                i, is_swap = rng.below(self.pegs), False
                if rules.repeats:
                    color = rng.below(rules.colors - 1)
                    color += color >= code[i]
                else:
                    place = rng.below(len(spare))
                    color = spare[place]
                trial[i] = color
            if not is_blind:
                gain = self.cost(code) - self.cost(trial)
                if gain < 0 and rng.uniform() >= math.exp(gain):
                    continue
            if not is_swap and not rules.repeats:
                spare[place] = code[i]
            code = trial
            if rules.check and self.is_answer(code):
                return True, code
        return self.is_answer(code), code
