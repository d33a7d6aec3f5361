"""Games as environments of Gymnasium: importing this module registers `codepegs/Mastermind-v0`.

The environment holds a secret, and the agent guesses it. `MastermindEnv` describes observations, actions and rewards;
docs/gymnasium.md has examples. It needs the extra `rl`.
"""

from __future__ import annotations

from importlib.util import find_spec
from operator import index
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates
from codepegs.errors import BadInput, Unavailable, check_at_least_one, one_of, shown
from codepegs.game import (
    CANONICAL,
    LONG_PEGS,
    Code,
    Game,
    Position,
    Reply,
    View,
    format_turn,
    is_game_file,
    load_game,
    part_table,
)

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise Unavailable.without("rl", "environments_need_gymnasium") from None

ENVIRONMENT = "codepegs/Mastermind-v0"

TURNS = 10
"""Default number of turns, that of most boards."""

MOST_ACTIONS = 1_000_000
"""Largest number of codes that are actions, or listed for a mask, which has one byte per code."""

Observation = dict[str, NDArray[np.integer]]
Mask = NDArray[np.int8] | tuple[NDArray[np.int8], ...]


class MastermindEnv(gymnasium.Env[Observation, Any]):
    """A game in which the agent guesses a secret.

    Create it with `gymnasium.make("codepegs/Mastermind-v0", pegs=4, colors=6)` after `import codepegs.gym`.

    **Options.** `pegs`, `colors`, `repeats` and `view` are those of `Game`; the view may be written as in rules ids:
    `""`, `"b"`, `"t"` or `"w"`. A game has at most `turns` turns. With `actions="codes"` an action is the number of a
    code, codes in ascending order (`Discrete`, up to a million of them); with `actions="pegs"` it is one colour per peg
    (`MultiDiscrete`, any game of up to 256 pegs in which colours may repeat). `mask="consistent"` allows the
    candidates, `mask="all"` every code, in hard mode every guess that the turns allow. `game` is a `ListedGame`, or the
    name of its file, in place of `pegs`, `colors`, `repeats` and `view`; an action is then a number in
    `ListedGame.texts`, the secrets first.

    **Observation.** A dictionary: `guesses`, int16 of shape (turns, pegs), colours counted from 1, and `replies`, int16
    of shape (turns, 2), the counts of black and white plus 1; of shape (turns, 1) if the view shows one count. Rows of
    turns not yet played are 0. If the counts do not show the win, the value pegs + 2 stands for it. In a `ListedGame`,
    `replies` has shape (turns, 1): the number of the reply in `ListedGame.replies()`, counted from 1, the win last.

    **Reward.** -1 for every guess, including the winning one. The return of an episode is minus the number of guesses,
    comparable with the averages of `codepegs evaluate`. An unsolved game has no extra penalty, because it is truncated
    rather than lost.

    **End.** Terminated if the guess is the secret; truncated after `turns` wrong guesses.

    **Info.** `position`, the position as text; `action_mask`, int8, for `action_space.sample(mask)`, with
    `actions="pegs"` the colours that some allowed code has at each peg; `candidates`, their number, in games of up to a
    million codes; and `secret` as text, when the game is over. In larger games the mask allows everything.

    **Reset.** The secret is drawn from `np_random`, so it follows from the seed, or is given as `options={"secret":
    "1122"}`.

    Raises `BadInput` for invalid options, `Unavailable` for pictures without Pillow.

    >>> env = gymnasium.make("codepegs/Mastermind-v0", pegs=4, colors=6)
    >>> observation, info = env.reset(options={"secret": "3564"})
    >>> observation, reward, terminated, truncated, info = env.step(env.get_wrapper_attr("action")("1122"))
    >>> info["position"], info["candidates"], reward, terminated
    ('p4c6 1122:0b0w', 256, -1.0, False)
    >>> observation["guesses"][0].tolist(), observation["replies"][0].tolist()
    ([1, 1, 2, 2], [1, 1])
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "rgb_array"] if find_spec("PIL") else ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        pegs: int = 4,
        colors: int = 6,
        repeats: bool = True,
        view: View | str = View.BLACK_WHITE,
        turns: int = TURNS,
        actions: Literal["codes", "pegs"] = "codes",
        mask: Literal["consistent", "all"] = "consistent",
        render_mode: str | None = None,
        game: Game | str | None = None,
    ) -> None:
        if isinstance(view, str):
            if view not in [each.value for each in View]:
                choice = "'' (black and white), 'b', 't' or 'w'"
                raise BadInput.because("unknown_choice", name="view", value=shown(view), choice=choice)
            view = View(view)
        if game is None:
            self.game = Game(pegs, colors, repeats, view)
        elif (pegs, colors, repeats, view) != (4, 6, True, View.BLACK_WHITE):
            raise BadInput.because("not_both", first="game", second="the options pegs, colors, repeats and view")
        else:
            found = load_game(game) if isinstance(game, str) and is_game_file(game) else game
            if not isinstance(found, Game):
                raise BadInput.because("no_game_for_environment", value=shown(found))
            self.game = found
        rules = self.game
        if rules._is_long:
            raise BadInput.because("too_many_pegs_for_environment", most=LONG_PEGS, pegs=rules.pegs)
        check_at_least_one(turns=turns)
        for name, value, known in (
            ("actions", actions, ("codes", "pegs")),
            ("mask", mask, ("consistent", "all")),
            ("render mode", "ansi" if render_mode is None else render_mode, ("ansi", "rgb_array")),
        ):
            if value not in known:
                raise BadInput.because("unknown_choice", name=name, value=shown(value), choice=one_of(map(repr, known)))
        if rules.until != "named":
            raise BadInput.because(rules._reason("no_environment_until_known"))
        if actions == "pegs" and not rules.repeats:
            raise BadInput.because("actions_may_repeat")
        if actions == "pegs" and not rules._traits.counts_pegs:
            raise BadInput.because("actions_for_pegs")
        if actions == "codes" and rules.size > MOST_ACTIONS:
            raise BadInput.because(rules._reason("too_many_actions", size=rules.size, most=MOST_ACTIONS))
        if render_mode == "rgb_array":
            from codepegs.render import need_pillow

            need_pillow()
        self.turns = turns
        self.render_mode = render_mode
        self._by_pegs = actions == "pegs"
        self._masks_consistent = mask == "consistent"
        self._secrets = Candidates.all(rules) if rules.size <= MOST_ACTIONS else None
        self._codes = None if self._secrets is None else Candidates(rules, self._secrets.space.guesses())
        self._left = self._secrets
        self._position = Position(rules)
        self._secret: Code = ()
        self.action_space = (
            spaces.MultiDiscrete([rules.colors] * rules.pegs) if self._by_pegs else spaces.Discrete(self._count)
        )
        counts, numbers = len(part_table(rules)) + 1, 1
        if rules._traits.counts_pegs:
            counts = rules.pegs + (2 if self._shows_win else 3)
            numbers = 2 if rules.view is View.BLACK_WHITE else 1
        self._number = np.int16 if max(counts, rules.colors) < np.iinfo(np.int16).max else np.int32
        self._shapes = {"guesses": (turns, rules.pegs), "replies": (turns, numbers)}
        values = {"guesses": rules.colors + 1, "replies": counts}
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                name: spaces.MultiDiscrete(np.full(shape, values[name]), dtype=self._number)
                for name, shape in self._shapes.items()
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game; `options={"secret": …}` sets its secret, as text or colours counted from 0."""
        super().reset(seed=seed)
        options = options or {}
        unknown = options.keys() - {"secret"}
        if unknown:
            raise BadInput.because("unknown_choice", name="option", value=f"{min(unknown)!r} of reset", choice="secret")
        secret = options.get("secret")
        if secret is None:
            self._secret = self.game.draw(self.np_random)
        else:
            self._secret = self.game.check_code(secret)
            self.game.reply(self._secret, self._secret)  # raises BadCode for a code that can only be guessed
        self._position = Position(self.game)
        self._left = self._secrets
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Guess a code; raises `BadInput` for an invalid action, Gymnasium's `ResetNeeded` without a game."""
        if not self._secret or self._is_over:
            raise gymnasium.error.ResetNeeded("no game in progress: call reset() first")
        guess = self.code(action)
        self._position = self._position.after(guess, self.game.reply(guess, self._secret))
        if self._left is not None:
            self._left = self._left.filter(self._position.turns[-1])
        solved = self._position.solved
        return self._observation(), -1.0, solved, self._is_over and not solved, self._info()

    def code(self, action: Any) -> Code:
        """Return the code of an action, colours counted from 0; raises `BadInput`."""
        if self._by_pegs:
            return self.game.check_code(action)
        assert self._codes is not None
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < len(self._codes):
            raise BadInput.because(self.game._reason("not_an_action", value=shown(action), last=len(self._codes) - 1))
        return self._codes[number]

    def action(self, code: Code | str) -> Any:
        """Return the action that guesses a code, given as text or as colours counted from 0; raises `BadCode`.

        >>> MastermindEnv(pegs=4, colors=6).action("1122")
        7
        """
        code = self.game.check_code(code)
        if self._by_pegs:
            return np.array(code, dtype=np.int64)
        assert self._codes is not None
        return int(np.searchsorted(self._codes.keys, np.uint64(self._codes.space.encode(code))))

    def render(self) -> Any:
        """Draw the board: text, or an array of shape (height, width, 3); None without a render mode."""
        if self.render_mode == "rgb_array":
            from codepegs.render import board_pixels

            return board_pixels(self._position, self.turns)
        if self.render_mode != "ansi":
            return None
        rows = [f"{number:>3}  {format_turn(self.game, turn)}" for number, turn in enumerate(self._position.turns, 1)]
        return "\n".join([str(self.game), *rows])

    @property
    def _shows_win(self) -> bool:
        """Whether the counts of a reply show the win."""
        return self.game.view in (View.BLACK_WHITE, View.BLACK)

    @property
    def _is_over(self) -> bool:
        return self._position.solved or len(self._position.turns) == self.turns

    @property
    def _count(self) -> int:
        """The number of actions that are codes."""
        return self.game.size if self._codes is None else len(self._codes)

    def _observation(self) -> Observation:
        turns = self._position.turns
        seen: Observation = {name: np.zeros(shape, dtype=self._number) for name, shape in self._shapes.items()}
        if turns:
            seen["guesses"][: len(turns)] = np.array([turn.guess for turn in turns]) + 1
            seen["replies"][: len(turns)] = np.array([self._counts(turn.reply) for turn in turns]) + 1
        return seen

    def _counts(self, reply: Reply) -> tuple[int, ...]:
        """The counts of a reply, or its number; the announced win is pegs + 1 if the counts do not show it."""
        if not self.game._traits.counts_pegs:
            return (part_table(self.game).number(reply),)
        if reply.solved and not self._shows_win:
            return (self.game.pegs + 1,)
        return tuple(reply)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"position": str(self._position), "action_mask": self._mask()}
        if self._left is not None:
            info["candidates"] = len(self._left)
        if self._is_over:
            info["secret"] = CANONICAL.format(self.game, self._secret)
        return info

    def _mask(self) -> Mask:
        left = self._left if self._masks_consistent else None
        if self._by_pegs:
            if left is None:
                return tuple(np.ones(self.game.colors, dtype=np.int8) for _ in range(self.game.pegs))
            copies = (
                np.bincount(left.space.colors_at(left.keys, place), minlength=self.game.colors)
                for place in range(self.game.pegs)
            )
            return tuple((count > 0).astype(np.int8) for count in copies)
        if left is None and not self.game._traits.hard:
            return np.ones(self._count, dtype=np.int8)
        assert self._codes is not None
        allowed = self._codes.space.guesses(self._position.turns) if left is None else left.keys
        mask = np.zeros(self._count, dtype=np.int8)
        mask[np.searchsorted(self._codes.keys, allowed)] = 1
        return mask


gymnasium.register(id=ENVIRONMENT, entry_point="codepegs.gym:MastermindEnv")
