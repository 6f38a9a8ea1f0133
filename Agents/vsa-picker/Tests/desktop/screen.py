"""A program as assistive technologies see it, and the keyboard."""

import subprocess

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from double import wait_until  # noqa: E402

WINDOWS = ("dialog", "frame")
TEXTS = ("alert", "heading", "label", "notification", "status bar", "statusbar")


class Screen:
    """The visible objects of a program whose name contains a word."""

    def __init__(self, program="icker"):
        self.program = program

    def window(self):
        """The program's window, None if there is none."""
        return next(self.windows(), None)

    def windows(self):
        """The program's windows."""
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for index in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(index)
            try:
                if application is None or self.program not in (application.get_name() or ""):
                    continue
                application.clear_cache()
                for child in range(application.get_child_count()):
                    window = application.get_child_at_index(child)
                    if window and window.get_role_name() in WINDOWS:
                        yield window
            except GLib.Error:
                continue

    def tree(self):
        """Every object of the window with its role, name and depth, generated on demand: an object costs several calls."""
        window = self.window()
        if window is not None:
            yield from self._walk(window, 0)

    def _walk(self, node, depth):
        try:
            yield depth, node.get_role_name(), node.get_name() or "", node
            for index in range(node.get_child_count()):
                child = node.get_child_at_index(index)
                if child is not None:
                    yield from self._walk(child, depth + 1)
        except GLib.Error:
            # It was removed while it was read.
            pass

    def find(self, role, name=None):
        """The object with a role, and with a name if one is given; waits for it."""
        return wait_until(lambda: self.peek(role, name), lambda: f"{role} “{name}” in\n{self.text()}")

    def peek(self, role, name=None):
        """The same without waiting."""
        for _, its_role, its_name, node in self.tree():
            if its_role == role and (name is None or its_name == name):
                return node
        return None

    def names(self, role):
        """The names of all objects with a role, from the top."""
        return [name for _, its_role, name, _ in self.tree() if its_role == role]

    def text(self):
        """The tree, for messages."""
        return "\n".join(f"{'  ' * depth}{role} “{name}”" for depth, role, name, _ in self.tree()) or "no window"

    def wait_for_text(self, text):
        """Waits until a label has this text."""
        wait_until(lambda: any(text in name for name in self.labels()), lambda: f"the text “{text}” in\n{self.text()}")

    def labels(self):
        return [name for _, role, name, _ in self.tree() if role in TEXTS]

    def wait_for_end(self):
        """Waits until there is no window."""
        wait_until(lambda: self.window() is None, lambda: f"the end of the window\n{self.text()}")

    def click(self, role, name):
        """Has the effect of a click on it."""
        self.act(self.find(role, name))

    def act(self, node):
        assert "Action" in node.get_interfaces(), f"{node.get_name()} has no action"
        node.do_action(0)

    def write(self, role, name, text):
        """Puts a text into a field."""
        field = self.find(role, name)
        assert "EditableText" in field.get_interfaces(), f"{name} cannot be written to"
        field.set_text_contents(text)


def keys(*names):
    """Presses keys, by their X11 names."""
    subprocess.run(["xdotool", "key", "--clearmodifiers", "--delay", "20", *names], check=True)


def type_text(text):
    """Types a text."""
    subprocess.run(["xdotool", "type", "--delay", "15", text], check=True)
