"""False replies: their kinds, the assumptions of strategies, and the end of such a game.

A noisy codemaker replaces each reply, with a probability of Q, by one drawn uniformly from all replies the game has
under its view, the true one included. A reply r is then shown with probability (1 - Q) [r is true] + Q / R, where R is
the number of replies, and the posterior probability of a code depends only on the number of replies with which it is
not consistent.

An error model is another kind: a matrix of probabilities, and a state for each code: how many false replies the code
implies so far, up to the limit of the model. Posterior, codemaker and codebreaker use nothing else, so they play every
model alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, ClassVar, Protocol, runtime_checkable

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.core import log
from codepegs.errors import BadStrategy, as_number, shown
from codepegs.game.rules import Game

BOUNDED_SHARE = 0.1
"""Probability of a false reply while the limit of a bounded model is not reached, unless it is given."""

MOST_LIMIT = 20
"""Largest limit of a bounded model."""


@runtime_checkable
class ErrorModel(Protocol):
    """A kind of false replies."""

    @property
    def share(self) -> float:
        """Probability of an error in one reply."""

    @property
    def limit(self) -> int | None:
        """Largest number of false replies in a game; None if there is no limit."""

    @property
    def chooses(self) -> bool:
        """Whether the codemaker chooses its false replies; otherwise they are drawn."""

    def likelihood(self, game: Game) -> NDArray[np.float64]:
        """Return the probability of each shown reply.

        Returns probabilities, float64, shape (states, replies, replies), indexed by the number of false replies so far
        (one state if there is no limit), the true reply and the shown one, in the order of `game.replies()`.
        """

    def describe(self) -> str:
        """Describe the errors."""


class Miscounted(msgspec.Struct, frozen=True):
    """With probability `share` the number of black or of white pegs is wrong by one.

    One of the four changes (a black peg more or less, a white peg more or less) is drawn; a change that gives no reply
    of the game is not made.
    """

    share: float
    limit: ClassVar[int | None] = None
    chooses: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"miscount:{self.share:g}"

    def likelihood(self, game: Game) -> NDArray[np.float64]:
        """Return the probability of each shown reply; see `ErrorModel.likelihood`."""
        places = _both_counts(game, "miscount")
        matrix = np.zeros((len(places), len(places)))
        for (black, white), true in places.items():
            for change in ((black + 1, white), (black - 1, white), (black, white + 1), (black, white - 1)):
                matrix[true, places.get(change, true)] += self.share / 4
            matrix[true, true] += 1.0 - self.share
        return matrix[None]

    def describe(self) -> str:
        return f"With probability {self.share:g} the number of black or of white pegs in a reply is wrong by one."


class Swapped(msgspec.Struct, frozen=True):
    """With probability `share` the numbers of black and white pegs are exchanged, if that is a reply of the game."""

    share: float
    limit: ClassVar[int | None] = None
    chooses: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"swap:{self.share:g}"

    def likelihood(self, game: Game) -> NDArray[np.float64]:
        """Return the probability of each shown reply; see `ErrorModel.likelihood`."""
        places = _both_counts(game, "swap")
        matrix = np.eye(len(places)) * (1.0 - self.share)
        for (black, white), true in places.items():
            matrix[true, places.get((white, black), true)] += self.share
        return matrix[None]

    def describe(self) -> str:
        return f"With probability {self.share:g} the numbers of black and white pegs in a reply are exchanged."


class Bounded(msgspec.Struct, frozen=True):
    """At most `limit` replies of a game are false.

    Until then, each is replaced with probability `share` by one of the other replies of the game. If the codemaker
    `chooses`, `share` is only what a codebreaker assumes.
    """

    limit: int
    share: float = BOUNDED_SHARE
    chooses: bool = False

    def __str__(self) -> str:
        share = "" if self.share == BOUNDED_SHARE else f":{self.share:g}"
        return f"{'lying' if self.chooses else 'at-most'}:{self.limit}{share}"

    def likelihood(self, game: Game) -> NDArray[np.float64]:
        """Return the probability of each shown reply; see `ErrorModel.likelihood`."""
        count = len(game.replies())
        same = np.eye(count)
        if count == 1:
            return np.ones((self.limit + 1, 1, 1))
        free = (1.0 - self.share) * same + self.share / (count - 1) * (1.0 - same)
        return np.stack([free] * self.limit + [same])

    def describe(self) -> str:
        most = f"most {self.limit} {'reply' if self.limit == 1 else 'replies'}"
        if self.chooses:
            return f"At {most} of a game may be false, chosen by the codemaker."
        return f"Each reply is false with probability {self.share:g}, but at {most} in a game."


def state_after(model: ErrorModel, state: int, *, is_false: bool) -> int:
    """Return the state after a reply: the number of false replies so far, up to the limit."""
    return min(state + is_false, model.limit or 0)


def _both_counts(game: Game, name: str) -> dict[tuple[int, int], int]:
    """The places of the replies by black and white count; raises `BadStrategy` if replies do not show both."""
    places = {}
    for place, reply in enumerate(game.replies()):
        if reply.black is None or reply.white is None:
            raise BadStrategy.because(game._reason("noise_needs_counts", model=name))
        places[reply.black, reply.white] = place
    return places


def _share(text: str) -> float:
    share = float(text)
    if not 0.0 < share < 1.0:
        raise ValueError(text)
    return share


def _bounded(text: str, *, chooses: bool) -> Bounded:
    limit, _, share = text.partition(":")
    if not (limit.isascii() and limit.isdecimal() and 1 <= int(limit) <= MOST_LIMIT):
        raise ValueError(text)
    return Bounded(int(limit), _share(share) if ":" in text else BOUNDED_SHARE, chooses)


class _Kind(msgspec.Struct, frozen=True):
    read: Callable[[str], ErrorModel]
    expected: str
    """The kind of the clause that says what is expected."""


ERROR_MODELS: Mapping[str, _Kind] = {
    "miscount": _Kind(lambda text: Miscounted(_share(text)), "noise_of_share"),
    "swap": _Kind(lambda text: Swapped(_share(text)), "noise_of_share"),
    "at-most": _Kind(partial(_bounded, chooses=False), "noise_of_limit"),
    "lying": _Kind(partial(_bounded, chooses=True), "noise_of_limit"),
}
"""The kinds of false replies besides random ones, by the word before the colon."""


def parse_model(text: str, option: str = "noise=") -> ErrorModel:
    """Parse a kind of false replies; `option` is what precedes the text in messages."""
    name, _, value = text.partition(":")
    kind = ERROR_MODELS.get(name)
    if kind is None:
        raise BadStrategy.because("no_such_noise", option=option, text=text, choice=", ".join(ERROR_MODELS))
    try:
        return kind.read(value)
    except ValueError:
        raise BadStrategy.because(
            "wrong_noise", option=option, text=text, expected=kind.expected, name=name, most=MOST_LIMIT
        ) from None


def is_model(text: object) -> bool:
    """Return whether a text names a kind of false replies, such as `swap:0.1`."""
    return isinstance(text, str) and (":" in text or text in ERROR_MODELS)


def noise_of(noise: float | str) -> float | str:
    """Return the false replies of a codemaker: a probability, or the text of a model."""
    if isinstance(noise, str) and is_model(noise):
        return str(parse_model(noise))
    share = _below_one(noise)
    if share is None:
        raise BadStrategy.because("noise_of_codemaker", text=noise if isinstance(noise, str) else shown(noise))
    return share


def noise_sentence(noise: float | str) -> str:
    """Say how replies are false: with a probability, or as another kind describes."""
    if isinstance(noise, str):
        return parse_model(noise).describe()
    return f"Each reply is replaced by a random one with probability {noise:g}."


def _below_one(text: str | float) -> float | None:
    """The probability of a text; None if it is none of at least 0 and below 1."""
    try:
        share = float(text) if isinstance(text, str) else as_number("noise", text)
    except ValueError:  # as a `BadInput` is
        return None
    return share if 0.0 <= share < 1.0 else None


UNKNOWN = "unknown"


RANDOM_NOISE = "probability that a reply is replaced by a random one, below 1; or unknown, to estimate it"
"""The values of the option `noise`."""


class NoiseOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategies that use a posterior."""

    PLAYS_MODELS: ClassVar[bool] = False
    """Whether the strategy plays all kinds of false replies, not only random ones."""

    noise: Annotated[str | None, Meta(description=RANDOM_NOISE)] = None
    declare: Annotated[
        Annotated[float, Meta(gt=0, lt=1)] | None,
        Meta(
            description="declare the secret once its probability reaches this value, for games in which the codemaker "
            "does not announce the win"
        ),
    ] = None


class ModelNoiseOptions(NoiseOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategies that play all kinds of false replies."""

    PLAYS_MODELS = True
    noise: Annotated[
        str | None,
        Meta(
            description=f"{RANDOM_NOISE}; or, in games of up to 2 million codes, another kind of false replies: "
            "miscount:Q, swap:Q, at-most:E or lying:E"
        ),
    ] = None


class Noise(msgspec.Struct, frozen=True):
    """What a strategy assumes about false replies and the end of the game."""

    share: float | None = 0.0
    """Probability that a reply is replaced by a random one; None if it is to be estimated. With a `model`, the
    probability of an error in one reply."""
    declare: float | None = None
    """Probability at which the strategy declares the secret; None if the codemaker announces the win instead, so that
    each guess after which the game continues is known not to be the secret."""
    model: ErrorModel | None = None
    """Another kind of false replies; None if a false reply is a random one."""

    @classmethod
    def of(cls, options: NoiseOptions) -> Noise:
        """Return the assumptions that the options of a strategy set."""
        if not is_model(options.noise):
            return cls(parse_noise(options.noise), options.declare)
        model = parse_model(options.noise or "")
        if not options.PLAYS_MODELS:
            raise BadStrategy.because("noise_not_supported", model=str(model))
        return cls(model.share, options.declare, model)

    @property
    def doubts(self) -> bool:
        """Whether replies may be false."""
        return self.share != 0.0

    @property
    def announced(self) -> bool:
        """Whether the codemaker ends the game when the guess is the secret, whatever reply is shown."""
        return self.declare is None

    @property
    def trusts(self) -> bool:
        """Whether every reply is assumed to be true, and the win to be announced."""
        return not self.doubts and self.announced


def parse_noise(text: str | float | None) -> float | None:
    """Parse the probability that a reply is replaced by a random one."""
    if text is None:
        return 0.0
    if text == UNKNOWN:
        return None
    share = _below_one(text)
    if share is None:
        raise BadStrategy.because("noise_of_strategy", text=str(text))
    return share


def reply_likelihoods(game: Game, share: float) -> tuple[float, float]:
    """Return the probabilities of a reply that is shown, given the secret."""
    by_chance = share / len(game.replies())
    return 1.0 - share + by_chance, by_chance


def false_cost(game: Game, share: float) -> float:
    """Return by how much each inconsistent reply reduces the logarithm of the probability of a code."""
    if_true, if_false = reply_likelihoods(game, share)
    return log(if_true / if_false) if share else math.inf
