"""The permission prompt."""

from case import USAGE, PickerTest
from double import settle
from screen import keys


class PermissionTests(PickerTest):
    def ask(self, **details):
        details.setdefault("usage-description", USAGE)
        reply = self.daemon.request_access(**details)
        self.screen.find("push button", "Allow")
        return reply

    def test_shows_the_app_and_its_reason(self):
        self.ask()
        labels = self.screen.names("label")
        self.assertIn("“Example Player” would like to use your TV provider account", labels)
        self.assertIn(USAGE, labels)
        self.assertIn("com.example.player", labels)

    def test_shows_the_provider_of_the_account(self):
        self.ask(**{"provider-name": "Alpha Cable"})
        self.assertIn("“Example Player” would like to use your Alpha Cable account", self.screen.names("label"))

    def test_allow_answers_granted(self):
        reply = self.ask()
        self.screen.click("push button", "Allow")
        self.assertEqual(reply.wait(), ("granted",))
        self.screen.wait_for_end()

    def test_do_not_allow_answers_denied(self):
        reply = self.ask()
        self.screen.click("push button", "Don’t Allow")
        self.assertEqual(reply.wait(), ("denied",))

    def test_closing_answers_dismiss(self):
        reply = self.ask()
        self.screen.click("push button", "Close")
        self.assertEqual(reply.wait(), ("dismiss",))

    def test_escape_answers_dismiss(self):
        reply = self.ask()
        keys("Escape")
        self.assertEqual(reply.wait(), ("dismiss",))

    def test_return_alone_answers_nothing(self):
        """Keys that the user types elsewhere while the prompt appears must not answer it."""
        reply = self.ask()
        keys("Return", "space")
        settle(0.5)
        self.assertFalse(reply.is_there)

    def test_keyboard_reaches_both_buttons(self):
        for tabs, answer in ((1, "denied"), (2, "granted")):
            reply = self.ask()
            keys(*["Tab"] * tabs, "Return")
            self.assertEqual(reply.wait(), (answer,))
            self.screen.wait_for_end()

    def test_letters_answer_with_alt(self):
        reply = self.ask()
        keys("alt+a")
        self.assertEqual(reply.wait(), ("granted",))
        self.screen.wait_for_end()
        reply = self.ask()
        keys("alt+d")
        self.assertEqual(reply.wait(), ("denied",))

    def test_automatic_sign_in_is_asked_alike(self):
        reply = self.daemon.authorize()
        self.screen.find("push button", "Allow")
        self.assertIn("“Example Player” would like to sign you in automatically", self.screen.names("label"))
        self.screen.click("push button", "Allow")
        self.assertEqual(reply.wait(), ("granted",))
        self.screen.wait_for_end()
        reply = self.daemon.authorize()
        self.screen.find("push button", "Allow")
        keys("Escape")
        self.assertEqual(reply.wait(), ("dismiss",))
