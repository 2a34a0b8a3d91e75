"""What a session with X needs: its server, its window manager, and the way from them to the game.

The server runs as root in a unit of its own, so that the game needs no rights to start one.
"""

from __future__ import annotations

from shlex import quote

from tools.kiosk.machine import Machine
from tools.kiosk.unit import CONFIG, DATA

OPENBOX = "/etc/tabletop/openbox.xml"
SERVER = "/usr/local/lib/tabletop/x11-server"
KEY = "/run/tabletop-x/key"


def x_service() -> str:
    """``tabletop-x.service``."""
    return f"""[Unit]
Description=The screen of the board games
Conflicts=getty@tty7.service display-manager.service
After=systemd-user-sessions.service display-manager.service plymouth-quit-wait.service
StartLimitIntervalSec=0

[Service]
ExecStart={SERVER}
Restart=always
RestartSec=1
RuntimeDirectory=tabletop-x
RuntimeDirectoryMode=0755
"""


def server(machine: Machine) -> str:
    """Starts the server, with a key for the game's user alone."""
    return f"""#!/bin/sh
set -eu
rm -f {KEY}
xauth -q -f {KEY} add :0 . "$(mcookie)"
chown {machine.user} {KEY}
# No blanking, no power saving, nobody from elsewhere.
exec Xorg :0 vt7 -noreset -nolisten tcp -s 0 -dpms -auth {KEY}
"""


def launcher(machine: Machine) -> str:
    """Waits for the screen, and becomes the game beside a window manager without any keys."""
    return f"""#!/bin/sh
set -eu
tries=0
until xset q >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || exit 1
    sleep 0.1
done
xset s off -dpms || true
openbox --config-file {OPENBOX} &
exec {quote(str(machine.python))} -P -m tabletop --kiosk --config {CONFIG} --data-dir {DATA}
"""


def openbox() -> str:
    """A window manager that has no keys, no menus and one desktop."""
    return """<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
  <focus><focusNew>yes</focusNew></focus>
  <keyboard></keyboard>
  <mouse></mouse>
  <applications>
    <application class="*"><decor>no</decor><focus>yes</focus></application>
  </applications>
</openbox_config>
"""


def xorg() -> str:
    """No way out by keys, and no darkness by itself."""
    return """Section "ServerFlags"
    Option "DontVTSwitch" "true"
    Option "DontZap" "true"
    Option "BlankTime" "0"
    Option "StandbyTime" "0"
    Option "SuspendTime" "0"
    Option "OffTime" "0"
EndSection
"""
