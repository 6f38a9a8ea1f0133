"""Checks the pages of the settings panel in a look of settings_scenes, on a separate desktop, and prints the problems.

usage: settings_looks.py dark|large|narrow
"""

import sys

import settings_scenes
from desktop import Desktop

CONTROLS = ("check box", "combo box", "entry", "list item", "page tab list", "push button", "text", "toggle button")
# The last control of each page that appears.
LAST = {
    "account": "Command of Region", "apps": "Access of Example Player", "developer": "Command of Add Provider…",
    "testing": "Command of Trust",
}
# A strip between the edge of a window and the rows.
MARGIN = (2, 60, 8, 40)


def size(look):
    """The width and height of the display."""
    return [int(number) for number in settings_scenes.LOOKS[look].get("size", Desktop.SIZE).split("x")]


def is_scrolled(node):
    """Whether it can be scrolled to."""
    while node := node.get_parent():
        if node.get_role_name() == "scroll pane":
            return True
    return False


def problems(screen, look):
    """The problems of the page that is shown."""
    from pixels import brightness

    window = screen.window().get_extents(0)
    width, height = size(look)
    if window.x < 0 or window.y < 0 or window.x + window.width > width or window.y + window.height > height:
        yield f"the window, {window.width}x{window.height}, exceeds the display, {width}x{height}"
    margin = brightness(window.x + MARGIN[0], window.y + MARGIN[1], *MARGIN[2:])
    if not (margin < 90 if look == "dark" else margin > 180):
        yield f"the brightness of the background is {margin}"
    switchers = []
    for _, role, name, node in screen.tree():
        if role not in CONTROLS:
            continue
        box = node.get_extents(0)
        if role == "page tab list":
            switchers.append(box.width)
        # Of the two switchers, the display's width decides which one is shown.
        if not box.width:
            continue
        if box.x < window.x or box.x + box.width > window.x + window.width:
            yield f"{role} “{name}” exceeds the window's width: from {box.x} to {box.x + box.width}"
        is_inside = window.y <= box.y and box.y + box.height <= window.y + window.height
        if not is_inside and not is_scrolled(node):
            yield f"{role} “{name}” exceeds the window's height: from {box.y} to {box.y + box.height}"
    if not any(switchers):
        yield "the other pages cannot be reached"


def main(look):
    with Desktop(**settings_scenes.LOOKS[look]) as desktop:
        from double import wait_until
        from panel import PanelScreen

        screen = PanelScreen()
        for page, control in LAST.items():
            with settings_scenes.shown(f"{look}-{page}", desktop):
                wait_until(
                    lambda: any(name == control for _, _, name, _ in screen.tree()), lambda: f"{control} in\n{screen.text()}")
                for problem in problems(screen, look):
                    print(f"{page}: {problem}")


main(*sys.argv[1:])
