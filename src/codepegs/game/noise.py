"""False replies: the noise model, the assumptions of strategies, and the end of such a game.

A noisy codemaker replaces each reply, with a probability of Q, by one drawn uniformly from all replies the game has
under its view, the true one included. A reply r is then shown with probability (1 - Q) [r is true] + Q / R, where R is
the number of replies, and the posterior probability of a code depends only on the number of replies with which it is
not consistent. Other kinds of errors are in `error_models.py`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from codepegs.core import log
from codepegs.errors import BadStrategy
from codepegs.game.error_models import ErrorModel, is_model, parse_model
from codepegs.game.rules import Game

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


@dataclass(frozen=True, slots=True)
class Noise:
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
        """Return the assumptions that the options of a strategy set.

        Args:
            options: The options.

        Returns:
            The assumptions.

        Raises:
            BadStrategy: The option `noise` is invalid, or the strategy does not play this kind of false replies.
        """
        if not is_model(options.noise):
            return cls(parse_noise(options.noise), options.declare)
        model = parse_model(options.noise or "")
        if not options.PLAYS_MODELS:
            raise BadStrategy(
                f"noise={model} is supported only by bayes, and by auto in games small enough for bayes: expected a "
                "probability, e.g. 0.1"
            )
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
    """Parse the probability that a reply is replaced by a random one.

    Args:
        text: A number, its text, `unknown`, or None for true replies.

    Returns:
        The probability: 0 for None, and None for `unknown`.

    Raises:
        BadStrategy: The text is not a probability of at least 0 and below 1.

    >>> parse_noise("0.1"), parse_noise("unknown"), parse_noise(None)
    (0.1, None, 0.0)
    """
    if text is None:
        return 0.0
    if text == UNKNOWN:
        return None
    try:
        share = float(text)
    except ValueError:
        share = math.nan
    if not 0.0 <= share < 1.0:
        raise BadStrategy(f"noise={text} is invalid: expected a probability of at least 0 and below 1, or unknown")
    return share


def reply_likelihoods(game: Game, share: float) -> tuple[float, float]:
    """Return the probabilities of a reply that is shown, given the secret.

    Args:
        game: The game.
        share: Probability that a reply is replaced by a random one, at least 0 and below 1.

    Returns:
        The probability if it is the reply that the secret gives, and if the secret gives another.

    >>> [round(chance, 3) for chance in reply_likelihoods(Game(4, 6), 0.1)]
    [0.907, 0.007]
    """
    by_chance = share / len(game.replies())
    return 1.0 - share + by_chance, by_chance


def false_cost(game: Game, share: float) -> float:
    """Return by how much each inconsistent reply reduces the logarithm of the probability of a code.

    Args:
        game: The game.
        share: Probability that a reply is replaced by a random one, at least 0 and below 1.

    Returns:
        The reduction in nats; infinity if `share` is 0.

    >>> round(false_cost(Game(4, 6), 0.1), 3)
    4.844
    """
    if_true, if_false = reply_likelihoods(game, share)
    return log(if_true / if_false) if share else math.inf
