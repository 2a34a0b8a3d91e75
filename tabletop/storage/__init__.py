"""What is kept between sessions: matches, results, scores, usage metrics, dice throws and notes.

No rules of games.
"""

from tabletop.storage.repository import Store, StoredMatch, new_match_id
from tabletop.storage.tables import Result, ThrowCount

__all__ = ["Result", "Store", "StoredMatch", "ThrowCount", "new_match_id"]
