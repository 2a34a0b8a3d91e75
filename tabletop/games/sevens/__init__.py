"""Sevens: one builds a picture of the seven pieces, the other rebuilds it from memory."""

from tabletop.games.sevens.rules.match import GAME, SevensMatch
from tabletop.games.sevens.rules.pieces import Picture
from tabletop.games.sevens.rules.score import Score, score

__all__ = ["GAME", "Picture", "Score", "SevensMatch", "score"]
