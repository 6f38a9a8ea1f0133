"""The provider list."""

import contextlib

from gi.repository import GLib

from case import PROVIDERS, PickerTest
from double import settle, wait_until
from screen import keys, type_text

FEATURED = {"featured": ["delta.example", "beta.example"]}


class ListTests(PickerTest):
    def ask(self, providers=PROVIDERS, last="Other TV Provider", **details):
        self.request = self.daemon.open_request()
        reply = self.daemon.choose(providers, request=self.request, **details)
        self.screen.find("list item", last)
        return reply

    def rows(self):
        return self.screen.names("list item")

    def wait_for_rows(self, *names):
        wait_until(lambda: self.rows() == list(names), lambda: f"the rows {names}, not {self.rows()}")

    def test_featured_first_in_the_apps_order_and_other_last(self):
        self.ask(**FEATURED)
        self.assertEqual(
            self.rows(), ["Delta Coop", "Beta Fiber", "Alpha Cable", "GammaSat", "Epsilon TV", "Other TV Provider"])
        self.assertEqual(self.screen.names("heading"), ["Featured", "All TV providers"])

    def test_set_top_box_row_is_above_the_featured_ones(self):
        self.ask(featured=["beta.example", "gamma.example"])
        self.assertEqual(
            self.rows(), ["Alpha Cable", "Beta Fiber", "GammaSat", "Delta Coop", "Epsilon TV", "Other TV Provider"])
        self.assertEqual(self.screen.names("heading"), ["Featured", "All TV providers"])

    def test_says_what_it_is_for(self):
        self.ask(**{"video-title": "The Long Match"})
        self.assertIn("to watch “The Long Match” in Example Player", self.screen.names("label"))

    def test_click_answers_the_provider(self):
        reply = self.ask()
        self.screen.click("list item", "Beta Fiber")
        self.assertEqual(reply.wait(), ("provider", "beta.example"))
        self.assertName("status bar", "Connecting to Beta Fiber …")

    def test_other_tv_provider(self):
        reply = self.ask()
        self.screen.click("list item", "Other TV Provider")
        self.assertEqual(reply.wait(), ("other", ""))
        self.screen.wait_for_end()

    def test_cancel_escape_and_closing(self):
        reply = self.ask()
        self.screen.click("push button", "Cancel")
        self.assertEqual(reply.wait(), ("cancel", ""))
        self.screen.wait_for_end()
        reply = self.ask_again()
        keys("Escape")
        self.assertEqual(reply.wait(), ("cancel", ""))
        self.screen.wait_for_end()
        reply = self.ask_again()
        self.screen.click("push button", "Close")
        self.assertEqual(reply.wait(), ("cancel", ""))

    def ask_again(self):
        self.daemon.end_request(self.request)
        return self.ask()

    def test_unsupported_provider_says_so_first(self):
        reply = self.ask()
        self.screen.click("list item", "GammaSat")
        self.screen.find("label", "GammaSat is not supported yet")
        self.assertFalse(reply.is_there)
        self.screen.click("push button", "Back")
        self.screen.click("list item", "GammaSat")
        self.screen.click("push button", "OK")
        self.assertEqual(reply.wait(), ("provider", "gamma.example"))
        self.screen.wait_for_end()

    def test_row_of_a_cancelled_list_shows_nothing(self):
        reply = self.ask()
        row = self.screen.find("list item", "GammaSat")
        self.daemon.cancel().wait()
        # A slow machine has closed the window by then.
        with contextlib.suppress(GLib.Error):
            row.do_action(0)
        self.assertEqual(reply.wait(), ("cancel", ""))
        settle(0.3)
        self.assertIsNone(self.screen.window())

    def test_row_of_the_app_needs_no_word_and_leaves_no_other(self):
        own = {"provider-identifier": "own", "name": "Player Plus", "application-provider": True, "supported": False}
        reply = self.ask(PROVIDERS + [own], last="Player Plus", other=False)
        self.assertNotIn("Other TV Provider", self.rows())
        self.assertIn("Sign in within Example Player", self.screen.names("label"))
        self.screen.click("list item", "Player Plus")
        self.assertEqual(reply.wait(), ("provider", "own"))
        self.screen.wait_for_end()

    def test_message_of_the_provider_is_an_alert(self):
        self.ask(message="Alpha Cable: this account is suspended.")
        self.screen.wait_for_text("Alpha Cable: this account is suspended.")

    def test_search_filters_while_typing(self):
        self.ask(**FEATURED)
        self.screen.write("entry", "Search for a TV provider", "be")
        self.wait_for_rows("Beta Fiber", "Other TV Provider")
        self.screen.write("entry", "Search for a TV provider", "zz")
        self.wait_for_rows("Other TV Provider")
        self.screen.wait_for_text("No TV provider matches “zz”.")
        self.screen.write("entry", "Search for a TV provider", "")
        wait_until(lambda: len(self.rows()) == 6, "all rows")

    def test_keyboard_types_and_returns_the_only_match(self):
        reply = self.ask()
        type_text("eps")
        self.wait_for_rows("Epsilon TV", "Other TV Provider")
        keys("Return")
        self.assertEqual(reply.wait(), ("provider", "epsilon.example"))

    def test_keyboard_goes_down_the_list(self):
        reply = self.ask(**FEATURED)
        keys("Down", "Down", "Return")
        self.assertEqual(reply.wait(), ("provider", "beta.example"))

    def test_keyboard_reaches_other_at_the_end(self):
        reply = self.ask()
        keys("Down", "End", "Return")
        self.assertEqual(reply.wait(), ("other", ""))

    def test_typing_in_the_list_goes_on_in_the_search_field(self):
        reply = self.ask()
        keys("Down", "Down")
        type_text("al")
        self.wait_for_rows("Alpha Cable", "Other TV Provider")
        keys("Return")
        self.assertEqual(reply.wait(), ("provider", "alpha.example"))

    def test_first_escape_takes_back_the_search(self):
        reply = self.ask()
        type_text("zz")
        self.wait_for_rows("Other TV Provider")
        keys("Escape")
        wait_until(lambda: len(self.rows()) == 6, "all rows")
        settle(0.2)
        self.assertFalse(reply.is_there)
        keys("Escape")
        self.assertEqual(reply.wait(), ("cancel", ""))

    def test_cancel_does_not_take_back_the_search_first(self):
        reply = self.ask()
        type_text("zz")
        self.wait_for_rows("Other TV Provider")
        self.screen.click("push button", "Cancel")
        self.assertEqual(reply.wait(), ("cancel", ""))

    def test_request_that_ends_ends_the_progress(self):
        reply = self.ask()
        self.screen.click("list item", "Beta Fiber")
        reply.wait()
        self.assertName("status bar", "Connecting to Beta Fiber …")
        self.daemon.end_request(self.request)
        self.screen.wait_for_end()
