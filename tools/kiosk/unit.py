"""The systemd unit of the table.

Why it is as it is:

* The watchdog is fed by the program's main loop, not by cage, so all of the unit's processes may
  speak (``NotifyAccess=all``). With ``PAMName=`` they would be moved to a session's scope, where
  systemd does not hear them for this unit: cage gets its devices from seatd, and needs no session.
* ``PrivateDevices``, ``ProtectClock`` and ``DeviceAllow`` shut out serial ports, pads and graphics.
  ``MemoryDenyWriteExecute`` shuts out the compiled computer players.
* The temporary folder is everybody's with X, for there its socket lies.
"""

from __future__ import annotations

from tabletop.system.process import EXIT_CLOSED
from tools.kiosk.machine import Machine

DATA = "/var/lib/tabletop"
CONFIG = "/etc/tabletop/kiosk.toml"
SESSION = "/usr/local/lib/tabletop/x11-session"


def service(machine: Machine, session: str) -> str:
    """``tabletop.service``."""
    return (
        "\n\n".join(
            f"[{name}]\n" + "\n".join(lines)
            for name, lines in (
                ("Unit", _unit(machine, session)),
                ("Service", [*_service(machine, session), *_hardening(machine, session)]),
                ("Install", ["WantedBy=multi-user.target"]),
            )
        )
        + "\n"
    )


def command(machine: Machine) -> str:
    """How the game is started."""
    program = machine.program or f"{_quoted(machine.python)} -P -m tabletop"
    return f"{program} --kiosk --config {CONFIG} --data-dir {DATA}"


def _unit(machine: Machine, session: str) -> list[str]:
    screen = "seatd.service" if session == "cage" else "tabletop-x.service"
    manual = f"file:{_escaped(machine.checkout / 'docs/host/kiosk.md')}"
    return [
        "Description=Board games round one screen",
        f"Documentation={'man:tabletop(6)' if machine.program else manual}",
        f"Wants={screen}",
        f"After={screen} systemd-user-sessions.service sound.target",
        "# The screen is the table's alone.",
        "Conflicts=getty@tty1.service display-manager.service",
        "After=getty@tty1.service display-manager.service plymouth-quit-wait.service",
        "# However often it dies, it comes back: safe mode is its own affair.",
        "StartLimitIntervalSec=0",
    ]


def _service(machine: Machine, session: str) -> list[str]:
    start = command(machine)
    lines = [
        "Type=notify",
        "NotifyAccess=all",
        f"ExecStart=/usr/bin/cage -d -- {start}" if session == "cage" else f"ExecStart={SESSION}",
        "WatchdogSec=15",
        "TimeoutStartSec=120",
        "TimeoutStopSec=10",
        "TimeoutAbortSec=5",
        "Restart=always",
        "RestartSec=1",
        "# The operator has closed the table.",
        f"RestartPreventExitStatus={EXIT_CLOSED}",
        "# Where memory runs out the computer players go, and are started anew; the table stays.",
        "OOMPolicy=continue",
        "LimitCORE=0",
        f"User={machine.user}",
        f"Group={machine.group}",
        *([f"SupplementaryGroups={' '.join(machine.groups)}"] if machine.groups else []),
        "StateDirectory=tabletop",
        "StateDirectoryMode=0750",
        "CacheDirectory=tabletop",
        "RuntimeDirectory=tabletop",
        "RuntimeDirectoryMode=0700",
        f"WorkingDirectory={DATA}",
        "EnvironmentFile=-/etc/default/locale",
        f"Environment=HOME={DATA} XDG_CACHE_HOME=/var/cache/tabletop",
        "Environment=PYTHONPYCACHEPREFIX=/var/cache/tabletop/python",
        "Environment=XDG_RUNTIME_DIR=/run/tabletop",
    ]
    if session == "cage":
        lines += [
            "Environment=LIBSEAT_BACKEND=seatd SDL_VIDEODRIVER=wayland,x11",
            "# It opens also while nothing is plugged in that can be touched.",
            "Environment=WLR_LIBINPUT_NO_DEVICES=1",
        ]
        if machine.keyboard:
            lines.append(f"Environment=XKB_DEFAULT_LAYOUT={machine.keyboard}")
    else:
        lines.append("Environment=DISPLAY=:0 XAUTHORITY=/run/tabletop-x/key SDL_VIDEODRIVER=x11")
    return lines


def _hardening(machine: Machine, session: str) -> list[str]:
    return [
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "ProtectSystem=strict",
        "# Where memory sticks are mounted; without such a folder the table begins all the same.",
        "ReadWritePaths=-/media -/run/media",
        f"ProtectHome={'read-only' if machine.at_home else 'yes'}",
        f"PrivateTmp={'yes' if session == 'cage' else 'no'}",
        "ProtectKernelTunables=yes",
        "ProtectKernelModules=yes",
        "ProtectKernelLogs=yes",
        "ProtectControlGroups=yes",
        "ProtectHostname=yes",
        "RestrictNamespaces=yes",
        "RestrictSUIDSGID=yes",
        "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
        "LockPersonality=yes",
        "SystemCallArchitectures=native",
        "UMask=0027",
    ]


def _quoted(path: object) -> str:
    """A path as one word of a unit's command line."""
    words = _escaped(path)
    return f'"{words}"' if " " in words else words


def _escaped(path: object) -> str:
    return str(path).replace("%", "%%").replace("$", "$$")
