"""What is kept between evenings: the matches, begun and finished, and the throws of the dice."""

from tabletop.store.store import Kept, Store, new_match_id
from tabletop.store.throws import ThrowCount

__all__ = ["Kept", "Store", "ThrowCount", "new_match_id"]
