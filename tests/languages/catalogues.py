"""Tiny catalogues, independent of the translations."""

from pathlib import Path

GERMAN = {
    "language.name": ("English", "Deutsch"),
    "match.your_turn": ("Your turn", "Du bist dran"),
    "list.last": ("{first} and {last}", "{first} und {last}"),
    "number.decimal": ("{whole}.{part}", "{whole},{part}"),
    "number.percent": ("{n}%", "{n} %"),
    "seats.start": ("Start", "Los"),
    "devices.title": ("Devices", "Geräte"),
    "menu.call": ("Touch a board to play.", "Berühre ein Brett."),
    "shoo.prompt": ("Touch a lit place.", "Berühre ein Licht"),
    "view.prompt": ("Touch a lit place.", "Berühre ein Licht"),
    "t.open.door": ("Open", "Öffnen"),
    "t.open.state": ("Open", "Offen"),
    "t.won": ("{who} has won.", "{who} hat gewonnen."),
    "t.red": ("Red", "Rot"),
    "t.lost": ("Lost {thing}", "{ding} verloren"),
    "t.broken": ("Lost {thing}", "{thing verloren"),
}
FRENCH = {
    "language.name": ("English", "Français"),
    "match.your_turn": ("Your turn", "À vous de jouer"),
    "seats.start": ("Start", "Commencer"),
    "shout7.view.lay.white.1": ("Lay a piece next to a black one.", "Posez une pièce."),
}


def write(folder: Path, code: str, messages: dict[str, tuple[str, str]], more: str = "") -> Path:
    """A catalogue of these messages, with plural forms for `t.stones`."""
    head = (
        'msgid ""\nmsgstr ""\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);\\n"\n\n'
        'msgctxt "t.stones"\nmsgid "{n} stone"\nmsgid_plural "{n} stones"\n'
        'msgstr[0] "ein Stein"\nmsgstr[1] "zwei Steine"\nmsgstr[2] "{n} Steine"\n'
    )
    entries = (
        f'\nmsgctxt "{key}"\nmsgid "{english}"\nmsgstr "{words}"\n'
        for key, (english, words) in messages.items()
    )
    path = folder / f"{code}.po"
    path.write_text(head + "".join(entries) + more, "utf-8")
    return path
