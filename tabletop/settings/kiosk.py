"""The settings of a table that stands among strangers: what is locked, and what it does alone."""

from typing import Final

from tabletop.settings.entry import Setting

KIOSK: Final = (
    Setting(
        "kiosk.level",
        "full",
        "How far people may go: full at home; kiosk among strangers, where nobody leaves the "
        "program or changes its settings without the operator's PIN; kid is kiosk with fewer "
        "choices.",
        choices=("full", "kiosk", "kid"),
    ),
    Setting(
        "kiosk.games_off",
        "",
        "The games that are not offered.",
        form=r"[a-z0-9_ ]{0,400}",
        example='keys of games with blanks between, or ""',
    ),
    Setting(
        "kiosk.strongest",
        "full",
        "The strongest computer player that is offered.",
        form=r"[a-z]{1,20}",
        example='the key of a level, as "beginner", "keen" or "full"',
    ),
    Setting(
        "kiosk.loudest",
        100,
        "How loud people may make the table at most.",
        span=(0, 100),
    ),
    Setting(
        "kiosk.hours",
        "",
        "When the table is open, by this machine's clock. Outside these hours the picture is dark "
        "and a touch does nothing. Empty: always.",
        form=r"[a-z0-9:\- ]{0,400}",
        example='"10:00-18:00", or "fri 14:00-22:00 sat 10:00-24:00 sun 10:00-18:00"',
    ),
    Setting(
        "kiosk.event",
        "",
        "What the event is called. High scores are of this event, besides those of the day.",
        form=r"[^\x00-\x1f\x7f]{0,60}",
        example='a name, or ""',
    ),
    Setting(
        "kiosk.health_port",
        0,
        "The port on this machine at which /healthz and /metrics answer; 0: none.",
        span=(0, 65535),
    ),
    Setting(
        "kiosk.log",
        "info",
        "From which weight on things are written into the log.",
        choices=("debug", "info", "warning", "error"),
    ),
    Setting(
        "attract.on",
        "kiosk",
        "When computer players show the games to passers-by: always, in kiosk only, or never.",
        choices=("kiosk", "always", "never"),
    ),
    Setting(
        "attract.after",
        60,
        "Seconds untouched after which the title gives way to the games that play themselves.",
        span=(10, 3600),
    ),
    Setting(
        "idle.on",
        "kiosk",
        "When a table that was left is noticed: always, in kiosk only, or never.",
        choices=("kiosk", "always", "never"),
    ),
    Setting(
        "idle.page",
        60,
        "Seconds untouched after which a page that is no game gives way to the title.",
        span=(10, 3600),
    ),
    Setting(
        "idle.times",
        "",
        "Seconds after which people are asked whether they are still playing, by game. A game that "
        "is not named here takes its own time.",
        form=r"([a-z0-9_]{1,40}=[0-9]{1,5} ?)*",
        example='as "shoo=120 sevens=180", or ""',
    ),
    Setting(
        "idle.countdown",
        20,
        "Seconds that people have to answer that they are still playing.",
        span=(5, 120),
    ),
    Setting(
        "scores.on",
        "kiosk",
        "When games won against the computer can be entered among the high scores: always, in "
        "kiosk only, or never.",
        choices=("kiosk", "always", "never"),
    ),
)
