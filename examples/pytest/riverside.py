"""Riverside TV, an imaginary streaming app. Its entitlement part is `entitle`, the library's calls and callbacks as lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pytest_vsasim import Device

APP = "com.example.player"
REQUESTOR = "REF30"
Callback = dict[str, Any]


@dataclass(frozen=True)
class Riverside:
    """The app on a device. Every method is one start of the app, with its earlier storage."""

    device: Device
    platform: str = "ios"

    def calls(self, *calls: str) -> list[Callback]:
        """Makes calls of the library, and returns the callbacks in order."""
        result = self.device.run("entitle", "--app-id", APP, "--platform", self.platform, f"setRequestor {REQUESTOR}", *calls)
        assert result.returncode == 0, result.stderr
        return [json.loads(line) for line in result.stdout.splitlines()]

    def is_signed_in(self) -> bool:
        """Whether the user does not have to sign in."""
        return last(self.calls("checkAuthentication"), "setAuthenticationStatus")["status"] == 1

    def sign_in(self) -> bool:
        """Signs the user in, through the system's dialogs if possible."""
        return last(self.calls("getAuthentication"), "setAuthenticationStatus")["status"] == 1

    def log_in_on_page(self, mvpd: str, user: str) -> bool:
        """Logs the user in on the provider's page: on iOS in the app, on tvOS on a second screen with a code."""
        page = "navigateToUrl" if self.platform == "ios" else "status errorId=REGCODE"
        callbacks = self.calls("getAuthentication", f"setSelectedProvider {mvpd}", f"wait {page}", f"login {user} {user}")
        return last(callbacks, "setAuthenticationStatus")["status"] == 1

    def log_out(self) -> None:
        """Forgets who is logged in. On iOS the app should show the service's page, which this one ignores."""
        self.calls("logout")

    def play(self, channel: str) -> str:
        """``playing``, or the reason why not."""
        callbacks = self.calls(f"getAuthorization {channel}")
        names = [callback["callback"] for callback in callbacks]
        if "setToken" in names:
            return "playing"
        return str(last(callbacks, "tokenRequestFailed")["description"])

    def channels(self, *channels: str) -> list[str]:
        """The channels that the subscription includes."""
        callbacks = self.calls(f"checkPreauthorizedResources {' '.join(channels)}")
        return list(last(callbacks, "preauthorizedResources")["resources"])


def last(callbacks: list[Callback], name: str) -> Callback:
    """The last callback with a name."""
    found = [callback for callback in callbacks if callback["callback"] == name]
    assert found, f"no {name} in {callbacks}"
    return found[-1]
