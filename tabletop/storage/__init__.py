"""What is kept between evenings: matches, how they ended, throws of the dice, and small things."""

from tabletop.storage.repository import Store, StoredMatch, new_match_id
from tabletop.storage.tables import Result, ThrowCount

__all__ = ["Result", "Store", "StoredMatch", "ThrowCount", "new_match_id"]
