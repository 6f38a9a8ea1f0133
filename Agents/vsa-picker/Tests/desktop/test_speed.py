"""How long a user waits. The bounds are wide, for slow machines; measure.py prints the figures."""

import time

from case import PickerTest
from double import settle, wait_until
from screen import type_text

THOUSAND = [
    {
        "provider-identifier": f"p{number}.example",
        "name": f"Provider {number:04} of the {['North', 'South', 'East', 'West'][number % 4]}",
    }
    for number in range(1000)
]


class SpeedTests(PickerTest):
    def wait_for(self, what):
        return wait_until(lambda: self.timings().get(what), what)

    def test_first_frame_after_activation(self):
        start = time.monotonic()
        self.daemon.request_access()
        frame = self.wait_for("frame of PermissionView") / 1e6
        self.assertLess(frame - start, 5)

    def test_thousand_providers(self):
        start = time.monotonic()
        reply = self.daemon.choose(THOUSAND, featured=["p500.example"])
        frame = self.wait_for("frame of ProviderListView") / 1e6
        self.assertLess(frame - start, 5)
        settle(0.5)
        for text in ("0", "9", "9", "9"):
            type_text(text)
            settle(0.2)
        self.wait_for("filter ends")
        times = self.timings()
        self.assertLess(times["frame of filter"] - times["filter begins"], 1_000_000)
        self.assertEqual(self.screen.names("list item"), ["Provider 0999 of the West", "Other TV Provider"])
        self.screen.click("list item", "Provider 0999 of the West")
        self.assertEqual(reply.wait(), ("provider", "p999.example"))
