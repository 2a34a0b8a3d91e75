"""System settings of a kiosk: no sleep, no exit keys, access to devices."""

from __future__ import annotations

from tools.kiosk.machine import Machine
from tools.kiosk.unit import DATA

NEVER = (
    "sleep.target",
    "suspend.target",
    "hibernate.target",
    "hybrid-sleep.target",
    "ctrl-alt-del.target",
)
"""What never happens, whoever asks for it."""
EFI = "c12a7328-f81f-11d2-ba4b-00a0c93ec93b"
"""The type of the partition that a machine starts from."""


def users(machine: Machine) -> str:
    """The user of the game, if there is none of this name yet."""
    return f'u {machine.user} - "Board games" {DATA}\n'


def folders(machine: Machine) -> str:
    """The data folder, which the operator needs before the table has ever run."""
    return f"d {DATA} 0750 {machine.user} {machine.group}\n"


def pads(machine: Machine) -> str:
    """Pads and joysticks, which nobody gives to a user who has never logged in."""
    return (
        'ACTION=="remove", GOTO="tabletop_kiosk_end"\n'
        'SUBSYSTEM=="input", KERNEL=="event*|js*", ENV{ID_INPUT_JOYSTICK}=="1", '
        f'MODE="0660", GROUP="{machine.group}"\n'
        'LABEL="tabletop_kiosk_end"\n'
    )


def sticks(machine: Machine) -> str:
    """Memory sticks, which nobody mounts where nobody is logged in: the operator's data goes there.

    Of the file systems of sticks, whose owner can be said when they are mounted; and never a disk
    or a stick that the machine starts from.
    """
    conditions = (
        'ACTION=="add"',
        'SUBSYSTEM=="block"',
        'ENV{ID_BUS}=="usb"',
        'ENV{ID_FS_USAGE}=="filesystem"',
        'ENV{ID_FS_TYPE}=="vfat|exfat|ntfs"',
        'ATTRS{removable}=="1"',
        'ENV{ID_FS_LABEL}!="boot|bootfs|system-boot"',
        f'ENV{{ID_PART_ENTRY_TYPE}}!="{EFI}"',
    )
    mount = (
        "/usr/bin/systemd-mount --no-block --collect --options=nosuid,nodev,noexec "
        f"--owner={machine.user} $devnode /media/%k"
    )
    return f'{", ".join(conditions)}, RUN{{program}}+="{mount}"\n'


def logind() -> str:
    """No key of a keyboard, no lid and no idle hour sends the machine to sleep."""
    keys = ("PowerKey", "SuspendKey", "HibernateKey", "RebootKey", "LidSwitch", "LidSwitchDocked")
    return "\n".join(["[Login]", *(f"Handle{key}=ignore" for key in keys), "IdleAction=ignore", ""])


def manager() -> str:
    """Ctrl+Alt+Del seven times over does not restart the machine either."""
    return "[Manager]\nCtrlAltDelBurstAction=none\n"


def kernel() -> str:
    """No magic keys of the kernel."""
    return "kernel.sysrq = 0\n"
