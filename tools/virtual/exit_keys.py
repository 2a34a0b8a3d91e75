"""Every key combination that leaves a program or a desktop on Linux and Windows."""

from typing import Final

import pygame

NONE: Final = 0
CTRL: Final = pygame.KMOD_LCTRL
ALT: Final = pygame.KMOD_LALT
SHIFT: Final = pygame.KMOD_LSHIFT
SUPER: Final = pygame.KMOD_LGUI
META: Final = pygame.KMOD_RGUI

EXITS: Final[dict[str, tuple[int, int]]] = {
    "Esc": (NONE, pygame.K_ESCAPE),
    "Alt+F4": (ALT, pygame.K_F4),
    "Ctrl+Q": (CTRL, pygame.K_q),
    "Ctrl+W": (CTRL, pygame.K_w),
    "Ctrl+F4": (CTRL, pygame.K_F4),
    "Ctrl+C": (CTRL, pygame.K_c),
    "Ctrl+D": (CTRL, pygame.K_d),
    "Ctrl+Z": (CTRL, pygame.K_z),
    "Ctrl+Backslash": (CTRL, pygame.K_BACKSLASH),
    "Ctrl+Pause": (CTRL, pygame.K_PAUSE),
    "Ctrl+Alt+Del": (CTRL | ALT, pygame.K_DELETE),
    "Ctrl+Alt+Backspace": (CTRL | ALT, pygame.K_BACKSPACE),
    "Ctrl+Shift+Esc": (CTRL | SHIFT, pygame.K_ESCAPE),
    "Ctrl+Esc": (CTRL, pygame.K_ESCAPE),
    "Alt+Esc": (ALT, pygame.K_ESCAPE),
    "Alt+Tab": (ALT, pygame.K_TAB),
    "Alt+Shift+Tab": (ALT | SHIFT, pygame.K_TAB),
    "Ctrl+Alt+Tab": (CTRL | ALT, pygame.K_TAB),
    "Super+Tab": (SUPER, pygame.K_TAB),
    "Alt+Space": (ALT, pygame.K_SPACE),
    "Alt+Enter": (ALT, pygame.K_RETURN),
    "Alt+F1": (ALT, pygame.K_F1),
    "Alt+F2": (ALT, pygame.K_F2),
    "Alt+F5": (ALT, pygame.K_F5),
    "Alt+F7": (ALT, pygame.K_F7),
    "Alt+F8": (ALT, pygame.K_F8),
    "Alt+F9": (ALT, pygame.K_F9),
    "Alt+F10": (ALT, pygame.K_F10),
    **{
        f"Ctrl+Alt+F{number}": (CTRL | ALT, key)
        for number, key in enumerate(range(pygame.K_F1, pygame.K_F12 + 1), start=1)
    },
    "Ctrl+Alt+T": (CTRL | ALT, pygame.K_t),
    "Ctrl+Alt+L": (CTRL | ALT, pygame.K_l),
    "Ctrl+Alt+D": (CTRL | ALT, pygame.K_d),
    "Ctrl+Alt+Left": (CTRL | ALT, pygame.K_LEFT),
    "Ctrl+Alt+Right": (CTRL | ALT, pygame.K_RIGHT),
    "Ctrl+Alt+Up": (CTRL | ALT, pygame.K_UP),
    "Ctrl+Alt+Down": (CTRL | ALT, pygame.K_DOWN),
    "Super": (NONE, pygame.K_LGUI),
    "right Super": (NONE, pygame.K_RGUI),
    "Menu": (NONE, pygame.K_MENU),
    "Super+A": (SUPER, pygame.K_a),
    "Super+D": (SUPER, pygame.K_d),
    "Super+E": (SUPER, pygame.K_e),
    "Super+H": (SUPER, pygame.K_h),
    "Super+I": (SUPER, pygame.K_i),
    "Super+L": (SUPER, pygame.K_l),
    "Super+M": (SUPER, pygame.K_m),
    "Super+P": (SUPER, pygame.K_p),
    "Super+R": (SUPER, pygame.K_r),
    "Super+S": (SUPER, pygame.K_s),
    "Super+U": (SUPER, pygame.K_u),
    "Super+X": (SUPER, pygame.K_x),
    "Super+Down": (SUPER, pygame.K_DOWN),
    "Super+Up": (SUPER, pygame.K_UP),
    "Super+Home": (SUPER, pygame.K_HOME),
    "Super+Space": (SUPER, pygame.K_SPACE),
    "Super+Plus": (SUPER, pygame.K_PLUS),
    "Super+Ctrl+D": (SUPER | CTRL, pygame.K_d),
    "Super+Ctrl+F4": (SUPER | CTRL, pygame.K_F4),
    "right Super+D": (META, pygame.K_d),
    "F1": (NONE, pygame.K_F1),
    "F10": (NONE, pygame.K_F10),
    "F11": (NONE, pygame.K_F11),
    "F12": (NONE, pygame.K_F12),
    "Print": (NONE, pygame.K_PRINTSCREEN),
    "Alt+Print": (ALT, pygame.K_PRINTSCREEN),
    "Alt+SysRq+K": (ALT, pygame.K_SYSREQ),
    "Pause": (NONE, pygame.K_PAUSE),
    "Power": (NONE, pygame.K_POWER),
    "Shift five times": (NONE, pygame.K_LSHIFT),
}
"""Modifiers and key, by name. A window manager may take some for itself (`docs/host/kiosk.md` says
how it is kept from that); those that reach the program must mean nothing that leads out."""
