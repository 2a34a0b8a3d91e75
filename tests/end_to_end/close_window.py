"""Asks a window to close as window managers do, which xdotool cannot."""

import ctypes
from ctypes import Structure, Union, byref, c_char_p, c_int, c_long, c_ulong, c_void_p


class _ClientMessage(Structure):
    _fields_ = (
        ("type", c_int),
        ("serial", c_ulong),
        ("send_event", c_int),
        ("display", c_void_p),
        ("window", c_ulong),
        ("message_type", c_ulong),
        ("format", c_int),
        ("data", c_long * 5),
    )


class _Event(Union):
    _fields_ = (("client", _ClientMessage), ("room", c_long * 24))


CLIENT_MESSAGE = 33


def ask_to_close(display: str, window: int) -> None:
    """Sends WM_DELETE_WINDOW to a window; OSError where there is no such display."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype, x.XOpenDisplay.argtypes = c_void_p, [c_char_p]
    x.XInternAtom.restype, x.XInternAtom.argtypes = c_ulong, [c_void_p, c_char_p, c_int]
    x.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, c_void_p]
    x.XCloseDisplay.argtypes = [c_void_p]
    opened = x.XOpenDisplay(display.encode())
    if not opened:
        raise OSError(f"no display {display}")
    try:
        event = _Event()
        message = event.client
        message.type, message.window, message.format = CLIENT_MESSAGE, window, 32
        message.message_type = x.XInternAtom(opened, b"WM_PROTOCOLS", False)
        message.data[0] = x.XInternAtom(opened, b"WM_DELETE_WINDOW", False)
        x.XSendEvent(opened, window, False, 0, byref(event))
    finally:
        x.XCloseDisplay(opened)
