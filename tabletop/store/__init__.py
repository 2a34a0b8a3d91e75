"""What is kept between evenings: the matches, begun and finished."""

from tabletop.store.store import Kept, Store, new_match_id

__all__ = ["Kept", "Store", "new_match_id", "write_atomically"]
