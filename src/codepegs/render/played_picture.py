"""A game for a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from codepegs.game import Game, record
from codepegs.match import PlayedGame
from codepegs.render.picture import Picture


@record("ImageAnswer", "*played size=picture.size palette=picture.hex_palette output")
@dataclass(frozen=True, slots=True)
class PlayedPicture:
    """A whole game for a picture."""

    played: PlayedGame
    picture: Picture
    output: Annotated[str | None, Meta(description="the file that the command wrote")] = None

    @property
    def game(self) -> Game:
        """The rules."""
        return self.played.game
