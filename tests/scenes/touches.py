"""Touches on buttons of scenes, and checks of where things lie."""

from itertools import combinations

from tabletop.input.actions import Button, Down, Nudge, Press, Tap
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Change
from tabletop.ui.text import typesetting
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene
from tabletop.ui.widgets.question_dialog import QuestionDialog

SIZES = (
    (1280, 800),
    (1920, 1080),
    (3840, 2160),
    (1080, 1920),
    (1024, 600),
    (1440, 1080),
    (300, 300),
    (300, 900),
)


def button(scene: PageScene, key: str) -> PushButton:
    return next(button for button in scene.buttons.buttons if button.key == key)


def keys(scene: PageScene) -> list[str]:
    return [button.key for button in scene.buttons.buttons]


def asks(scene: object, question: str) -> bool:
    """Whether a scene is the dialog that asks a question."""
    return isinstance(scene, QuestionDialog) and scene.question == question


def down(scene: PageScene, key: str, contact: int = 1) -> Change:
    at = button(scene, key).centre
    return scene.handle(Down(source="touch", contact=contact, at=at))


def up(scene: PageScene, key: str, contact: int = 1) -> Change:
    at = button(scene, key).centre
    return scene.handle(Tap(source="touch", contact=contact, at=at))


def tap(scene: PageScene, key: str) -> Change:
    assert down(scene, key) is None
    return up(scene, key)


def press(scene: PageScene, which: Button) -> Change:
    return scene.handle(Press(source="keyboard", button=which))


def nudge(scene: PageScene, dx: int, dy: int) -> Change:
    return scene.handle(Nudge(source="keyboard", dx=dx, dy=dy))


def draw(scene: PageScene) -> Frame:
    frame = Frame(scene.canvas)
    scene.draw(frame)
    return frame


def check_layout(
    scene: PageScene, size: tuple[int, int], least: float = 60.0, *, own_buttons: bool = False
) -> None:
    """Buttons lie apart, inside the window and large enough; words lie inside their boxes.

    `own_buttons`: the page draws the words of its buttons itself.
    """
    canvas = Canvas(size)
    scene.fit(canvas)
    boxes = {button.key: _seen(button) for button in scene.buttons.buttons}
    for key, box in boxes.items():
        assert _inside(box, canvas), f"{key} at {box} lies outside of {canvas.box}"
        assert min(box.w, box.h) >= least - 0.01, f"{key} at {box} is too small"
    for (a, one), (b, other) in combinations(boxes.items(), 2):
        assert _apart(one, other), f"{a} and {b} overlap"
    for one_button in scene.buttons.buttons if not own_buttons else ():
        _check_words(one_button, canvas)
    for label in scene.labels:
        lines = label.typeset(canvas)
        assert lines.width <= label.box.w * canvas.scale, f"{label.text!r} is too wide"
        assert lines.height <= label.box.h * canvas.scale + 1, f"{label.text!r} is too high"
        if min(size) >= 600:
            assert lines.complete, f"{label.text!r} is cut"


def least_size(scene: PageScene) -> float:
    """The size of the smallest words, in canvas units."""
    found = [label for label in scene.labels if label.text]
    return min(label.typeset(scene.canvas).size / scene.canvas.scale for label in found)


def _seen(one: PushButton) -> Box:
    """Where a button really lies."""
    x, y, w, h = one.box
    corners = [turn_point(at, one.turns, one.about) for at in ((x, y), (x + w, y + h))]
    left, right = sorted(at[0] for at in corners)
    top, bottom = sorted(at[1] for at in corners)
    return Box(left, top, right - left, bottom - top)


def _inside(box: Box, canvas: Canvas) -> bool:
    edge = 0.01
    return (
        box.x >= -edge
        and box.y >= -edge
        and box.right <= canvas.width + edge
        and box.bottom <= canvas.height + edge
    )


def _apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x + 0.01
        or other.right <= one.x + 0.01
        or one.bottom <= other.y + 0.01
        or other.bottom <= one.y + 0.01
    )


def _check_words(one: PushButton, canvas: Canvas) -> None:
    """As the kit sets them; buttons that draw themselves have labels instead."""
    if ":" in one.key or "=" in one.key or not one.label:
        return
    gap = one.box.h * 0.42 * 1.35 if one.icon else 0.0
    room = canvas.px(one.box.w - gap - one.box.h * 0.4)
    for text in one.label.split("\n"):
        size = typesetting.fitting_size(
            text, canvas.px(one.size), room, True, context=canvas.context
        )
        # Type grows by whole pixels, so a line may reach a little into the button's edge.
        edge = canvas.px(one.box.h * 0.2)
        assert typesetting.width_of(text, size, True, context=canvas.context) <= room + edge, (
            f"{text!r} is too wide"
        )
