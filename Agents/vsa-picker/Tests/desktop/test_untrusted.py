"""Malicious texts of apps and providers."""

import struct
import zlib

from case import PROVIDERS, USAGE, PickerTest
from double import settle, wait_until
from screen import keys, type_text

HOSTILE = [
    "<b>bold</b> &amp; <span size='99999'>huge</span>",
    "line\nbreak\x1b[31m\x07 bell",
    "Good\u202egnp.exe",
    "\u2066\u2067\u200b\ufeff",
    "Z" + "\u0301" * 500,
    "x" * 100_000,
    "%s%n%x {0} $(reboot) `reboot`",
    "قناة التلفاز",
    "📺" * 300,
    "_mnemonic __twice",
]


def picture(width, height):
    """A PNG file of one colour."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = b"".join(b"\x00" + b"\x20\x80\x20" * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class UntrustedTests(PickerTest):
    def test_texts_in_the_question(self):
        for text in HOSTILE:
            reply = self.daemon.request_access(
                "com.example.player", **{"application-name": text, "usage-description": text, "provider-name": text})
            self.screen.find("push button", "Allow")
            for label in self.screen.names("label"):
                self.assertLess(len(label), 5000)
                for character in "\x1b\x07\u202e\u200b\ufeff":
                    self.assertNotIn(character, label)
            self.screen.click("push button", "Don’t Allow")
            self.assertEqual(reply.wait(), ("denied",))
            self.screen.wait_for_end()

    def test_markup_is_text(self):
        self.daemon.request_access(**{"usage-description": "<b>Trust</b> me &amp; <a href='x'>click</a>"})
        self.screen.wait_for_text("<b>Trust</b> me &amp; <a href='x'>click</a>")

    def test_texts_in_the_list(self):
        rows = [{"provider-identifier": f"p{index}", "name": text} for index, text in enumerate(HOSTILE)]
        reply = self.daemon.choose(rows, message=HOSTILE[0], **{"video-title": HOSTILE[1]})
        self.screen.find("list item", "Other TV Provider")
        names = self.screen.names("list item")
        self.assertEqual(len(names), len(HOSTILE) + 1)
        self.assertEqual(names[2], "Goodgnp.exe")
        self.assertEqual(names[3], "p3")
        self.screen.click("list item", "p3")
        self.assertEqual(reply.wait(), ("provider", "p3"))

    def test_texts_in_the_form(self):
        for text in HOSTILE:
            reply = self.daemon.sign_in(
                text, attempt=2,
                **{"provider-name": text, "username": text, "error-field": "password", "error-message": text})
            self.screen.find("push button", "Sign In")
            self.screen.click("push button", "Cancel")
            self.assertEqual(reply.wait(), ({"cancel": True},))
            self.screen.wait_for_end()

    def test_identifier_is_answered_as_it_came(self):
        identifier = "weird \u202e\nid <b>"
        reply = self.daemon.choose([{"provider-identifier": identifier, "name": "Weird"}])
        self.screen.click("list item", "Weird")
        self.assertEqual(reply.wait(), ("provider", identifier))

    def test_huge_password_is_not_sent(self):
        reply = self.daemon.sign_in()
        self.screen.write("text", "User name", "alice")
        self.screen.write("password text", "Password", "x" * 5000)
        self.screen.click("push button", "Sign In")
        self.screen.wait_for_text("This password is too long.")
        self.assertFalse(reply.is_there)

    def test_logos(self):
        """A valid one is shown; everything else leaves the disc and does no harm."""
        folder = self.desktop.folder / "vsasim/logos"
        folder.mkdir(parents=True)
        (folder / "good.png").write_bytes(picture(64, 64))
        (folder / "large.png").write_bytes(picture(2000, 10))
        (folder / "broken.png").write_bytes(picture(64, 64)[:60])
        (folder / "text.png").write_text("no picture")
        (folder / "link.png").symlink_to("/etc/passwd")
        (folder / "device.png").symlink_to("/dev/zero")
        names = ["good", "large", "broken", "text", "link", "device", "missing"]
        rows = [{"provider-identifier": n, "name": n.title(), "logo": f"file://{folder}/{n}.png"} for n in names]
        rows += [{"provider-identifier": "net", "name": "Net", "logo": "https://alpha.example/logo.png"}]
        reply = self.daemon.choose(rows)
        self.screen.find("list item", "Other TV Provider")
        settle(0.5)
        pictures = self.screen.names("image") + self.screen.names("icon")
        self.assertEqual(len([name for name in pictures if name == "Logo"]), 1, self.screen.text())
        self.screen.click("list item", "Good")
        self.assertEqual(reply.wait(), ("provider", "good"))

    def test_nothing_typed_reaches_the_wrong_prompt(self):
        """What is typed into one prompt is not in the next one."""
        self.daemon.sign_in(request=self.daemon.open_request("a"))
        self.screen.find("text", "User name")
        type_text("secret")
        self.daemon.cancel().wait()
        reply = self.daemon.sign_in(request=self.daemon.open_request("b"))
        self.screen.find("text", "User name")
        wait_until(lambda: self.screen.find("text", "User name").get_text(0, 100) == "", "an empty field")
        keys("Escape")
        reply.wait()

    def test_long_usage_text_scrolls_and_leaves_the_buttons(self):
        self.daemon.request_access(**{"usage-description": (USAGE + " ") * 50})
        for name in ("Allow", "Don’t Allow"):
            box = self.screen.find("push button", name).get_extents(1)
            self.assertGreater(box.height, 10)
        window = self.screen.window().get_extents(1)
        self.assertLessEqual(window.height, 1000)

    def test_app_without_anything(self):
        reply = self.daemon.call("RequestAccess", "(sa{sv})", "", {})
        self.screen.wait_for_text("“An app” would like to use your TV provider account")
        keys("Escape")
        self.assertEqual(reply.wait(), ("dismiss",))
        reply = self.daemon.call("SignIn", "(sa{sv})", "", {})
        self.screen.wait_for_text("your TV provider")
        keys("Escape")
        self.assertEqual(reply.wait(), ({"cancel": True},))
        reply = self.daemon.call("ChooseProvider", "(a{sv}aa{sv})", {}, [])
        self.screen.click("list item", "Other TV Provider")
        self.assertEqual(reply.wait(), ("other", ""))

    def test_list_is_complete_after_a_hostile_search(self):
        self.daemon.choose(PROVIDERS)
        for text in HOSTILE:
            self.screen.write("entry", "Search for a TV provider", text[:3000])
            settle(0.05)
        self.screen.write("entry", "Search for a TV provider", "")
        wait_until(lambda: len(self.screen.names("list item")) == 6, "all rows")
