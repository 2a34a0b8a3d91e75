"""When memory is tidied: not while the table opens, and never through what it opened.

To look through all that a started program consists of for garbage takes 30 ms at once, in the
middle of a game, and finds nothing.
"""

import gc

from tabletop.ui.heap import give_back_at_once


def hold() -> None:
    """Looks for none until the first picture is shown."""
    gc.disable()


def settle() -> None:
    """After the first picture: what there is now is kept, and only what comes is looked through.

    What is given up from now on is given back.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
        give_back_at_once()


def release() -> None:
    """The table is closed: all is looked through again, as before it opened."""
    gc.unfreeze()
    gc.enable()
