"""What people's fingers reach the table through, made as its settings have it."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tabletop.input.beside import SecondWindow
from tabletop.input.keyboard import Keyboard
from tabletop.input.pads import Pads
from tabletop.input.window import Window
from tabletop.ui.second_screen import to_canvas
from tabletop.ui.table import Table

if TYPE_CHECKING:
    from tabletop.input.tuio import Tuio


def window_of(
    table: Table,
    second: SecondWindow,
    pads: Pads | None,
    now: Callable[[], float],
    numbers: Iterator[int],
) -> Window:
    """The window itself; it hands on what is for the second one and for the pads."""
    settings, glass = table.settings, table.glass
    return Window(
        glass.to_canvas,
        now,
        touched=glass.touched,
        drift=settings["input.drift_px"],
        flicker=settings["input.flicker_ms"] / 1000,
        numbers=numbers,
        keyboard=Keyboard(
            devices=table.devices, encoder=lambda: table.settings["devices.keyboard"]
        ),
        pads=pads,
        others=second.takes,
    )


def second_window_of(
    table: Table, now: Callable[[], float], numbers: Iterator[int]
) -> SecondWindow:
    """The window that one player alone looks at."""
    return SecondWindow(
        to_canvas,
        now,
        drift=table.settings["input.drift_px"],
        flicker=table.settings["input.flicker_ms"] / 1000,
        numbers=numbers,
    )


def touch_frame_of(
    table: Table,
    size: Callable[[], tuple[int, int]],
    now: Callable[[], float],
    numbers: Iterator[int],
) -> "Tuio | None":
    """The touch frame that the settings ask for; `size` gives the window's, in pixels."""
    settings = table.settings
    if settings["input.tuio"] == "off":
        return None
    from tabletop.input.tuio import Tuio  # few tables have one, and all have to start

    return Tuio(
        table.glass.to_canvas,
        size,
        now,
        port=settings["input.tuio_port"],
        network=settings["input.tuio"] == "network",
        touched=table.glass.touched,
        drift=settings["input.drift_px"],
        flicker=settings["input.flicker_ms"] / 1000,
        numbers=numbers,
    )
