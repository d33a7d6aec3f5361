"""Differences between the groups of a node that holds every colour.

A query gives the difference of two groups; all differences together determine the distribution.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from codepegs.strategies.streaming.loops import Facts, Tree


@dataclass
class Differences:
    """The groups of a complete node of two parts, each compared with the first of them.

    A query of group j in the first part and group 0 in the second gives x_j + (m_0 - x_0) black, where x is the number
    of pegs of a group in the first part, and m the number in the node. With every x_j - x_0 known, the sum of all x,
    which is the size
    of the first part, gives x_0.
    """

    node: int
    groups: list[int]
    counts: list[int]
    size: int
    """Number of pegs of the first part."""
    found: list[int] = field(default_factory=lambda: [0])
    """x_j - x_0 of the groups queried so far, including group 0."""

    @classmethod
    def of(cls, tree: Tree, facts: Facts, node: int) -> Differences:
        """The groups of a node."""
        groups = []
        group = int(facts.head[node])
        while group >= 0:
            groups.append(group)
            group = int(facts.next_group[group])
        child = tree.first[node]
        return cls(node, groups, facts.count[groups].tolist(), int(tree.high[child] - tree.low[child]))

    @property
    def done(self) -> bool:
        """Whether all are known."""
        return len(self.found) == len(self.groups)

    @property
    def group(self) -> int:
        """The group to compare next."""
        return self.groups[len(self.found)]

    def take(self, shown: int) -> bool:
        """Store the result of a query; False if it is impossible."""
        difference = shown - self.counts[0]
        self.found.append(difference)
        return -self.counts[0] <= difference <= self.counts[len(self.found) - 1]

    def solve(self) -> list[int] | None:
        """The number of pegs of each group in the first part; None if that is impossible."""
        first, rest = divmod(self.size - sum(self.found), len(self.groups))
        firsts = [first + difference for difference in self.found]
        possible = all(0 <= x <= count for x, count in zip(firsts, self.counts, strict=True))
        return firsts if rest == 0 and possible else None
