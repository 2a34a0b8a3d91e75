"""Sevens: one builds a picture of the seven pieces, the other rebuilds it from memory."""

from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.score import Score, score

__all__ = ["GAME", "Picture", "Score", "SevensMatch", "score"]
