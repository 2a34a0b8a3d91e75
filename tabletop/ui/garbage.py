"""When Python looks for its garbage: not while the table opens, and never through what it opened.

To look through all that a started program consists of takes 30 ms at once, in the middle of a
game, and finds nothing.
"""

import gc


def hold() -> None:
    """Looks for none until the first picture is shown."""
    gc.disable()


def settle() -> None:
    """After the first picture: what there is now is kept, and only what comes is looked through."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def release() -> None:
    """The table is closed: all is looked through again, as before it opened."""
    gc.unfreeze()
    gc.enable()
