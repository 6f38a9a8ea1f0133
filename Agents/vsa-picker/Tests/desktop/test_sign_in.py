"""The sign-in form."""

from case import PROVIDERS, PickerTest
from double import settle, wait_until
from screen import keys, type_text


class SignInTests(PickerTest):
    def ask(self, **details):
        if not self.daemon.requests:
            self.request = self.daemon.open_request()
        details.setdefault("request", self.request)
        reply = self.daemon.sign_in(**details)
        self.screen.find("push button", "Sign In")
        return reply

    def send(self, password, username=None):
        if username is not None:
            self.screen.write("text", "User name", username)
        self.screen.write("password text", "Password", password)
        self.screen.click("push button", "Sign In")

    def field(self):
        return self.screen.find("text", "User name").get_text(0, 1000)

    def test_sends_what_was_typed(self):
        reply = self.ask()
        self.send("secret", "alice")
        self.assertEqual(reply.wait(), ({"username": "alice", "password": "secret"},))

    def test_says_what_goes_on_until_the_account_changes(self):
        reply = self.ask()
        self.send("alice", "alice")
        reply.wait()
        self.assertName("status bar", "Signing in to Alpha Cable …")
        self.daemon.account_changed("alpha.example")
        self.assertName("status bar", "You are signed in to Alpha Cable.")
        self.screen.wait_for_end()

    def test_sign_out_meanwhile_is_no_success(self):
        reply = self.ask()
        self.send("alice", "alice")
        reply.wait()
        self.daemon.account_changed(None)
        settle(0.5)
        self.assertName("status bar", "Signing in to Alpha Cable …")
        self.daemon.account_changed("alpha.example")
        self.assertName("status bar", "You are signed in to Alpha Cable.")

    def test_wrong_password_is_shown_at_the_field_and_the_name_stays(self):
        reply = self.ask()
        self.send("wrong", "alice")
        reply.wait()
        reply = self.ask(attempt=2, **{"error-field": "password", "error-message": "This password is not right."})
        self.screen.wait_for_text("This password is not right.")
        self.assertEqual(self.field(), "alice")
        self.send("alice")
        self.assertEqual(reply.wait(), ({"username": "alice", "password": "alice"},))

    def test_error_at_the_user_name(self):
        self.ask(attempt=2, username="nobody", **{"error-field": "username", "error-message": "Nobody has this name."})
        self.screen.wait_for_text("Nobody has this name.")
        self.assertEqual(self.field(), "nobody")

    def test_error_of_no_field(self):
        self.ask(attempt=2, **{"error-field": "", "error-message": "The provider did not answer."})
        self.screen.wait_for_text("The provider did not answer.")

    def test_empty_fields_are_not_sent(self):
        reply = self.ask()
        self.screen.click("push button", "Sign In")
        self.screen.wait_for_text("Enter your user name.")
        self.screen.write("text", "User name", "alice")
        wait_until(lambda: "Enter your user name." not in self.screen.labels(), "the end of the error")
        self.screen.click("push button", "Sign In")
        self.screen.wait_for_text("Enter your password.")
        self.assertFalse(reply.is_there)

    def test_expired_account_has_its_user_name(self):
        reply = self.ask(username="carol")
        self.assertEqual(self.field(), "carol")
        type_text("pw")
        keys("Return")
        self.assertEqual(reply.wait(), ({"username": "carol", "password": "pw"},))

    def test_keyboard_only(self):
        reply = self.ask()
        type_text("alice")
        keys("Return")
        type_text("s3cret")
        keys("Return")
        self.assertEqual(reply.wait(), ({"username": "alice", "password": "s3cret"},))

    def test_cancel_and_escape(self):
        reply = self.ask()
        self.screen.click("push button", "Cancel")
        self.assertEqual(reply.wait(), ({"cancel": True},))
        self.screen.wait_for_end()
        reply = self.ask()
        keys("Escape")
        self.assertEqual(reply.wait(), ({"cancel": True},))

    def choose(self):
        self.request = self.daemon.open_request()
        reply = self.daemon.choose(PROVIDERS, request=self.request)
        self.screen.click("list item", "Alpha Cable")
        reply.wait()

    def test_back_leads_to_the_list(self):
        self.choose()
        reply = self.ask()
        self.screen.click("push button", "Back")
        self.assertEqual(reply.wait(), ({"cancel": True},))
        reply = self.daemon.choose(PROVIDERS, request=self.request)
        self.assertName("list item", "Alpha Cable")

    def test_a_form_that_was_sent_is_cancelled(self):
        self.choose()
        reply = self.ask()
        self.assertIn("Back", self.screen.names("push button"))
        self.send("alice", "alice")
        reply.wait()
        self.screen.click("push button", "Cancel")
        self.screen.wait_for_end()

    def test_closing_the_form_does_not_lead_back(self):
        self.choose()
        reply = self.ask()
        self.screen.click("push button", "Close")
        self.assertEqual(reply.wait(), ({"cancel": True},))
        reply = self.daemon.choose(PROVIDERS, request=self.request)
        self.assertEqual(reply.wait(), ("cancel", ""))
        self.screen.wait_for_end()

    def test_request_that_ends_ends_the_progress(self):
        reply = self.ask()
        self.send("x", "alice")
        reply.wait()
        self.daemon.end_request(self.request)
        self.screen.wait_for_end()

    def test_nothing_can_be_sent_twice(self):
        reply = self.ask()
        self.send("x", "alice")
        reply.wait()
        keys("Return", "Return")
        settle(0.3)
        self.assertName("status bar", "Signing in to Alpha Cable …")
