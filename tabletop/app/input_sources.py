"""The input sources of the windows and the touch frame, made by the settings."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tabletop.input.gamepad import Gamepads
from tabletop.input.keyboard import Keyboard
from tabletop.input.window import SecondaryWindowSource, WindowSource
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.display.window import to_canvas

if TYPE_CHECKING:
    from tabletop.input.tuio import TuioSource


def make_window_source(
    table: AppContext,
    second: SecondaryWindowSource,
    pads: Gamepads | None,
    now: Callable[[], float],
    numbers: Iterator[int],
) -> WindowSource:
    """The main window; it hands on events of the second window and of gamepads."""
    settings, glass = table.settings, table.display_transform
    return WindowSource(
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


def make_second_window_source(
    table: AppContext, now: Callable[[], float], numbers: Iterator[int]
) -> SecondaryWindowSource:
    """The secondary window, for one player alone."""
    return SecondaryWindowSource(
        to_canvas,
        now,
        drift=table.settings["input.drift_px"],
        flicker=table.settings["input.flicker_ms"] / 1000,
        numbers=numbers,
    )


def make_touch_frame(
    table: AppContext,
    size: Callable[[], tuple[int, int]],
    now: Callable[[], float],
    numbers: Iterator[int],
) -> "TuioSource | None":
    """The touch frame that the settings ask for; `size` gives the window's, in pixels."""
    settings = table.settings
    if settings["input.tuio"] == "off":
        return None
    from tabletop.input.tuio import TuioSource  # rarely used, and slow to import

    return TuioSource(
        table.display_transform.to_canvas,
        size,
        now,
        port=settings["input.tuio_port"],
        network=settings["input.tuio"] == "network",
        touched=table.display_transform.touched,
        drift=settings["input.drift_px"],
        flicker=settings["input.flicker_ms"] / 1000,
        numbers=numbers,
    )
