"""What is kept between evenings: matches, how they ended, throws of the dice, and small things."""

from tabletop.store.results import Result
from tabletop.store.store import Kept, Store, new_match_id
from tabletop.store.throws import ThrowCount

__all__ = ["Kept", "Result", "Store", "ThrowCount", "new_match_id"]
