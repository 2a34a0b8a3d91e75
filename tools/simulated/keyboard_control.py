"""A simulated device controlled by the keys of a terminal."""

import contextlib
import sys
from collections.abc import Callable, Iterator

from tools.simulated.plugged_device import PluggedDevice
from tools.simulated.script import BadScript, Step, perform

HELD = 0.15
"""Seconds for which a button is down when its key is struck: no terminal says when it goes up."""

HELP = """\
1 to 9   presses that button and lets it go
h        holds button 1 down, or lets it go
r        throws the dice           u   pulls the plug for a second
s        restarts it               l   loses the next acknowledgement
n        500 bytes of noise        f   a second of rubbish
c        cuts the next line        b   six seconds of silence
q        ends\
"""

_STEPS = {
    "r": Step("roll"),
    "s": Step("restart"),
    "l": Step("lose-acks"),
    "n": Step("noise", (500,)),
    "c": Step("cut"),
    "u": Step("unplug", (1,)),
    "f": Step("flood", (1,)),
    "b": Step("silence", (6,)),
    "q": Step("quit"),
    "\x03": Step("quit"),
    "\x04": Step("quit"),
}


def step_of(key: str, held: int) -> Step | None:
    """What a key does while these buttons are held; None for a key that does nothing."""
    if key == "h":
        return Step("release" if held & 1 else "press", (1,))
    if key in "123456789":
        return Step("tap", (int(key), HELD))
    return _STEPS.get(key)


@contextlib.contextmanager
def single_keys() -> Iterator[Callable[[], str]]:
    """Gives what waits for the next key, while the terminal neither shows nor gathers them."""
    import termios  # not on Windows
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield lambda: sys.stdin.read(1)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def play(plugged: PluggedDevice, next_key: Callable[[], str], say: Callable[[str], None]) -> None:
    """Does what the keys say until they end."""
    while key := next_key():
        step = step_of(key, plugged.device.held)
        if step is None:
            say(HELP)
            continue
        try:
            if not perform(plugged, step):
                return
        except BadScript as problem:
            say(str(problem))
