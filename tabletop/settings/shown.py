"""The settings of what is seen and heard: the window, the look, the sound, the spoken word."""

from typing import Final

from tabletop.settings.entry import Setting

LANGUAGE_CODE: Final = "[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|[0-9]{3}))?"
"""What a language's code looks like: a language, its script, its country or region."""

SHOWN: Final = (
    Setting(
        "window.fullscreen",
        True,
        "Fill the whole screen. F11 changes it while playing.",
    ),
    Setting(
        "window.width",
        1280,
        "The width of the window, in pixels, when it does not fill the screen.",
        span=(320, 16384),
    ),
    Setting(
        "window.height",
        800,
        "The height of the window, in pixels, when it does not fill the screen.",
        span=(240, 16384),
    ),
    Setting(
        "window.display",
        0,
        "The screen to open on, counted from 0.",
        span=(0, 15),
    ),
    Setting(
        "window.second",
        "auto",
        "A window for one player alone, where a game has something to hide from a room. With auto "
        "it fills another screen, if there is one; with window it is a window to be moved there.",
        choices=("auto", "window", "off"),
    ),
    Setting(
        "window.framebuffer",
        "auto",
        "How pictures reach the screen. With auto the program measures and takes the quicker way.",
        choices=("auto", "software", "accelerated"),
    ),
    Setting(
        "display.turn",
        "0",
        "How many degrees clockwise the picture is turned on its screen. What a screen was given "
        "on the page Devices wins over this.",
        choices=("0", "90", "180", "270"),
    ),
    Setting(
        "display.mirror",
        False,
        "Show the picture mirrored, for a projector behind the table.",
    ),
    Setting(
        "display.overscan",
        0.0,
        "How much of the screen stays dark at each edge, in percent, for screens that cut it off.",
        span=(0, 15),
    ),
    Setting(
        "look.speed",
        "normal",
        "How fast pieces move. With off every ply is shown at once, without motion.",
        choices=("normal", "slow", "fast", "off"),
    ),
    Setting(
        "look.palette",
        "dark",
        "The colours of the table: dark, light for bright rooms, colour-blind with seats that "
        "nobody takes for each other, or contrast for weak eyes and weak projectors.",
        choices=("dark", "light", "colour-blind", "contrast"),
    ),
    Setting(
        "look.language",
        "auto",
        "The table's language. With auto it is this machine's, where the table speaks it, else "
        "English. Each seat can have its own.",
        form=rf"auto|{LANGUAGE_CODE}",
        example='"auto", or a language by its code, as "en", "de", "fr" or "es"',
    ),
    Setting(
        "look.text_size",
        100,
        "How large words are set, in percent, where there is room. Each seat can have its own.",
        span=(100, 200),
    ),
    Setting(
        "look.motion",
        "full",
        "With reduced nothing slides, tumbles or pulses: what has changed is shown at once, and "
        "marked.",
        choices=("full", "reduced"),
    ),
    Setting(
        "look.board",
        "still",
        "With turns the board turns to the side of the seat that is to move, where people sit "
        "round the table.",
        choices=("still", "turns"),
    ),
    Setting(
        "look.reach",
        False,
        "Keep everything that people touch at their own edge, for arms that do not reach far.",
    ),
    Setting(
        "look.projector",
        False,
        "Show the game to a room: very large words, a banner that says whose turn it is, and "
        "nothing to touch at the far edges.",
    ),
    Setting(
        "look.drift",
        False,
        "Move the whole picture by a few pixels now and then, against burning in.",
    ),
    Setting(
        "sound.volume",
        60,
        "How loud the table is. With 0 it is quiet, and no sound device is opened.",
        span=(0, 100),
    ),
    Setting(
        "sound.pieces",
        100,
        "How loud pieces are among the sounds: laid, pushed, taken, snapped together.",
        span=(0, 100),
    ),
    Setting(
        "sound.dice",
        100,
        "How loud dice and the coin are among the sounds.",
        span=(0, 100),
    ),
    Setting(
        "sound.turns",
        100,
        "How loud it is heard whose turn it is, each seat by notes of its own, and how a game "
        "ended.",
        span=(0, 100),
    ),
    Setting(
        "sound.alerts",
        100,
        "How loud refusals, hints, touched buttons and the last seconds of a clock are among the "
        "sounds.",
        span=(0, 100),
    ),
    Setting(
        "sound.music",
        0,
        "How loud a calm piece of music is among the sounds. With 0 there is none.",
        span=(0, 100),
    ),
    Setting(
        "speech.prompts",
        False,
        "Speak what the seat that is to move is told, where the machine has a speech program.",
    ),
)
