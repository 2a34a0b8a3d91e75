"""The kiosk installer: files, messages, and how it is undone."""

import os
import re
import shutil
import stat
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.storage.export import STICK_FOLDERS
from tabletop.system import process
from tabletop.system.process import EXIT_CLOSED
from tools.environment import ROOT
from tools.kiosk import install, plan, session, unit
from tools.kiosk import machine as kiosk_machine
from tools.kiosk.machine import Machine, Refused, Wish, check, check_system, closed, look_at
from tools.kiosk.plan import BEFORE, LIST, File, Link, lay, planned, take_away

TABLE = Machine(ROOT, ROOT / ".venv/bin/python", "tabletop", "tabletop", ("video",), "de")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A machine's root, with nothing on it but users."""
    etc = tmp_path / "root" / "etc"
    etc.mkdir(parents=True)
    (etc / "passwd").write_text("root:x:0:0::/root:/bin/sh\npi:x:1000:1001::/home/pi:/bin/sh\n")
    (etc / "group").write_text("root:x:0:\nvideo:x:44:pi\ndialout:x:20:\nraspberry:x:1001:\n")
    return tmp_path / "root"


def wish(root: Path, user: str = "tabletop", kind: str = "cage", *, dry: bool = False) -> Wish:
    return Wish(user, kind, root, dry)


def run(root: Path, *arguments: str) -> int:
    return install.main(["--root", str(root), *arguments])


def files(root: Path) -> dict[str, str]:
    """All that lies there, by its path."""
    found = {}
    for folder, _, names in os.walk(root):
        for path in (Path(folder) / name for name in names):
            linked = path.is_symlink()
            text = str(path.readlink()) if linked else path.read_text("utf-8")
            found[f"/{path.relative_to(root)}"] = text
    return found


# -- what is written ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["cage", "x11"])
def test_all_is_written_and_listed_and_a_second_time_nothing_changes(
    root: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root, "--session", kind) == 0
    said = capsys.readouterr()
    first = files(root)
    assert "/etc/systemd/system/tabletop.service" in first
    assert "--set-pin" in said.err
    assert "would run   systemctl daemon-reload" in said.out
    for path in first:
        assert path in said.out or path in ("/etc/passwd", "/etc/group", LIST)
    assert run(root, "--session", kind) == 0
    assert "written" not in capsys.readouterr().out
    assert files(root) == first


def test_a_dry_run_says_all_and_writes_nothing(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(root)
    assert run(root, "--dry-run") == 0
    assert files(root) == before
    said = capsys.readouterr().out
    assert "would write /etc/systemd/system/tabletop.service" in said
    assert "WatchdogSec=15" in said


def test_taken_away_nothing_is_left_but_what_is_the_hosts(root: Path) -> None:
    before = files(root)
    run(root, "--session", "x11")
    assert run(root, "--uninstall") == 0
    left = files(root)
    assert set(left) - set(before) == {unit.CONFIG}


def test_what_lay_there_makes_room_and_comes_back(root: Path) -> None:
    place = root / "etc/sysctl.d/50-tabletop.conf"
    place.parent.mkdir()
    place.write_text("the host's\n")
    sleep = root / "etc/systemd/system/sleep.target"
    sleep.parent.mkdir(parents=True)
    sleep.symlink_to("/dev/null")
    run(root)
    run(root)
    assert place.with_name(place.name + BEFORE).read_text() == "the host's\n"
    assert "sysrq" in place.read_text()
    run(root, "--uninstall")
    assert place.read_text() == "the host's\n"
    assert not place.with_name(place.name + BEFORE).exists()


def test_another_session_takes_away_what_the_first_one_needed(root: Path) -> None:
    run(root, "--session", "x11")
    assert (root / session.OPENBOX.lstrip("/")).exists()
    run(root, "--session", "cage")
    assert not (root / session.OPENBOX.lstrip("/")).exists()
    assert "tabletop-x" not in (root / "etc/systemd/system/tabletop.service").read_text()


def test_what_the_host_has_changed_in_the_settings_stays(root: Path) -> None:
    run(root)
    config = root / unit.CONFIG.lstrip("/")
    config.write_text("# mine\n")
    run(root)
    assert config.read_text() == "# mine\n"


def test_scripts_can_be_run_and_are_sound(root: Path) -> None:
    run(root, "--session", "x11")
    for path in (unit.SESSION, session.SERVER):
        script = root / path.lstrip("/")
        assert script.stat().st_mode & stat.S_IXOTH
        assert script.read_text().startswith("#!/bin/sh\n#")
        subprocess.run(["sh", "-n", script], check=True)


# -- the unit -------------------------------------------------------------------------------------


def entries(text: str) -> dict[str, list[str]]:
    """The lines of a unit by their keys."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.mark.parametrize("kind", ["cage", "x11"])
def test_the_unit_is_watched_and_always_comes_back(kind: str) -> None:
    found = entries(unit.service(TABLE, kind))
    assert found["Type"] == ["notify"]
    assert found["NotifyAccess"] == ["all"]
    assert found["WatchdogSec"] == ["15"]
    assert found["Restart"] == ["always"]
    assert found["RestartSec"] == ["1"]
    assert found["StartLimitIntervalSec"] == ["0"]
    assert found["RestartPreventExitStatus"] == [str(EXIT_CLOSED)]
    assert found["User"] == ["tabletop"]
    assert found["StateDirectory"] == ["tabletop"]


@pytest.mark.parametrize("kind", ["cage", "x11"])
def test_nothing_in_the_unit_shuts_out_what_the_table_needs(kind: str) -> None:
    found = entries(unit.service(TABLE, kind))
    for key in ("PrivateDevices", "DevicePolicy", "DeviceAllow", "ProtectClock"):
        assert key not in found, "serial ports, pads and graphics are devices"
    assert "MemoryDenyWriteExecute" not in found, "computer players are compiled"
    assert "PAMName" not in found, "systemd would not hear the main loop"
    assert found["RestrictAddressFamilies"] == ["AF_UNIX AF_INET AF_INET6 AF_NETLINK"]


def test_cage_never_lets_anybody_switch_to_another_terminal() -> None:
    (start,) = entries(unit.service(TABLE, "cage"))["ExecStart"]
    options = start.split(" -- ")[0].split()[1:]
    assert options == ["-d"]
    assert "--kiosk" in start


def test_x_has_no_way_out_and_never_goes_dark() -> None:
    assert "DontVTSwitch" in session.xorg()
    assert "DontZap" in session.xorg()
    assert "<keybind" not in session.openbox()
    assert " -s 0 -dpms" in session.server(TABLE)
    assert "exec " in session.launcher(TABLE)


def test_a_checkout_at_somebodys_home_can_be_read() -> None:
    at_home = replace(TABLE, checkout=Path("/home/pi/my games"))
    at_home = replace(at_home, python=at_home.checkout / "py%thon")
    text = unit.service(at_home, "cage")
    assert "ProtectHome=read-only" in text
    assert '"/home/pi/my games/py%%thon"' in text
    elsewhere = Path("/opt/tabletop")
    installed = replace(TABLE, checkout=elsewhere, python=elsewhere / "bin/python")
    assert "ProtectHome=yes" in unit.service(installed, "cage")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
@pytest.mark.parametrize("kind", ["cage", "x11"])
def test_systemd_finds_nothing_wrong(tmp_path: Path, kind: str) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    names = {
        "tabletop.service": unit.service(TABLE, kind),
        "tabletop-x.service": session.x_service(),
    }
    for name, text in names.items():
        path = tmp_path / name
        path.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={program}", text, flags=re.MULTILINE))
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", path], capture_output=True, text=True
        )
        said = [line for line in done.stderr.splitlines() if name in line]
        assert said == []


def test_every_setting_of_a_folder_that_is_written_can_be_read_by_the_program(root: Path) -> None:
    from tabletop.settings import load

    run(root)
    settings, problems = load([root / unit.CONFIG.lstrip("/")])
    assert problems == ()
    assert settings["window.fullscreen"]


def test_the_page_for_hosts_tells_every_option_and_every_exit_code() -> None:
    page = (ROOT / "docs/host/kiosk.md").read_text("utf-8")
    for name in re.findall(r"^  (?:-\w, )?(--[\w-]+)", install.build_parser().format_help(), re.M):
        assert name == "--help" or f"`{name}" in page or f"{name} " in page or f"{name}\n" in page
    for code in (
        process.EXIT_CRASHED,
        process.EXIT_RESTART,
        process.EXIT_CLOSED,
        process.EXIT_INTERRUPTED,
    ):
        assert f"\n| {code} |" in page


# -- memory sticks --------------------------------------------------------------------------------


def test_a_memory_stick_is_mounted_where_the_table_looks_for_it_and_may_write(root: Path) -> None:
    run(root, "--user", "pi")
    rules = (root / "etc/udev/rules.d/62-tabletop-sticks.rules").read_text()
    (mount,) = re.findall(r'RUN\{program\}\+="([^"]+)"', rules)
    words = mount.split()
    assert words[0] == "/usr/bin/systemd-mount"
    assert {"--no-block", "--collect", "--owner=pi"} <= set(words)
    assert words[-2:] == ["$devnode", "/media/%k"]
    place = Path(words[-1]).parent
    assert place in STICK_FOLDERS
    for kind in ("cage", "x11"):
        (writes,) = entries(unit.service(TABLE, kind))["ReadWritePaths"]
        assert f"-{place}" in writes.split(), "where there is none the table begins all the same"


def test_the_disk_that_the_machine_starts_from_is_no_memory_stick(root: Path) -> None:
    run(root)
    (rule,) = [
        line
        for line in (root / "etc/udev/rules.d/62-tabletop-sticks.rules").read_text().splitlines()
        if "RUN" in line
    ]
    for condition in (
        'ACTION=="add"',
        'SUBSYSTEM=="block"',
        'ENV{ID_BUS}=="usb"',
        'ENV{ID_FS_USAGE}=="filesystem"',
        'ATTRS{removable}=="1"',
        'ENV{ID_FS_LABEL}!="boot|bootfs|system-boot"',
    ):
        assert condition in rule.split(", ")


# -- whose machine it is --------------------------------------------------------------------------


def test_the_groups_of_the_machine_are_found_and_no_others(root: Path) -> None:
    found = look_at(wish(root), ROOT, Path("python"))
    assert found.groups == ("video", "dialout")
    assert (found.user, found.group) == ("tabletop", "tabletop")
    assert look_at(wish(root, "pi"), ROOT, Path("python")).group == "raspberry"


def test_the_layout_of_the_keyboard_is_taken_over(root: Path) -> None:
    (root / "etc/default").mkdir()
    (root / "etc/default/keyboard").write_text('XKBMODEL="pc105"\nXKBLAYOUT="de"\n')
    assert look_at(wish(root), ROOT, Path("python")).keyboard == "de"
    (root / "etc/default/keyboard").write_text('XKBLAYOUT="de EVIL=/bin/evil"\n')
    assert look_at(wish(root), ROOT, Path("python")).keyboard == ""


@pytest.mark.parametrize("user", ["root", "a b", "a\nUser=root", "", "-x", "Ä"])
def test_some_users_are_refused_in_a_line(
    root: Path, user: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(root)
    assert run(root, f"--user={user}") == 2
    assert capsys.readouterr().err.strip()
    assert files(root) == before


def test_other_systems_are_refused_and_told_where_to_read(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.kiosk.machine.sys.platform", "win32")
    with pytest.raises(Refused, match=r"docs/host/kiosk\.md"):
        check_system(wish(root))


def test_a_machine_without_systemd_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.kiosk.machine.Path.is_dir", lambda _: False)
    with pytest.raises(Refused, match="systemd does not run here"):
        check_system(Wish("tabletop", "cage", Path("/"), dry=False))


def test_the_first_folder_that_is_shut_is_named(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    for folder in (tmp_path / "a", inner):
        folder.chmod(0o755)
    tmp_path.chmod(0o700)
    assert closed(inner, tmp_path.owner()) is None or tmp_path.owner() != inner.owner()
    found = closed(inner, "nobody-in-particular")
    assert found is not None
    assert tmp_path.is_relative_to(found)


def test_a_dry_run_refuses_what_the_real_run_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    checkout = home / "tabletop"
    checkout.mkdir(parents=True)
    home.chmod(0o700)
    monkeypatch.setattr(kiosk_machine, "is_ready", lambda *_: True)
    monkeypatch.setattr(shutil, "which", lambda *_, **__: "/usr/bin/there")
    machine = Machine(checkout, checkout / "python", "nobody-at-all", "nobody", (), "")
    with pytest.raises(Refused, match="may not enter"):
        check(Wish("nobody-at-all", "cage", Path("/"), dry=True), machine)


def test_the_plan_marks_what_it_writes_and_keeps_to_its_places() -> None:
    for kind in ("cage", "x11"):
        for thing in planned(TABLE, kind):
            assert thing.path.startswith(("/etc/", "/usr/local/lib/tabletop/"))
            if isinstance(thing, File) and thing.path.endswith((".conf", ".service")):
                assert plan.MARK in thing.text


def test_a_list_that_is_lost_leaves_all_where_it_is(root: Path) -> None:
    things = (File("/etc/a", "text"), Link("/etc/b", "/dev/null"))
    list(lay(root, things, dry=False))
    (root / LIST.lstrip("/")).unlink()
    assert list(take_away(root, dry=False)) == []
    assert (root / "etc/a").read_text() == "text"
