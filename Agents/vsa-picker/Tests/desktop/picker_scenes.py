"""The contents of the pictures of the picker."""

import contextlib

LINE_UP = [
    ("alpha.example", "Alpha Cable", {}),
    ("beta.example", "Beta Fiber", {}),
    ("bridge.example", "Bridge Valley Telephone Cooperative", {}),
    ("delta.example", "Delta Coop", {}),
    ("epsilon.example", "Epsilon TV", {"supported": False}),
    ("nordlys.example", "Nordlys Kabel-TV", {}),
    ("tele.example", "Télé Québec Satellite", {}),
]
LONG = [
    ("a.example", "The Very Long Established Rural Telephone, Television and Internet Cooperative of the Upper River Valley", {}),
    ("b.example", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", {}),
    ("c.example", "شركة البث التلفزيوني والاتصالات المحدودة", {}),
    ("d.example", "東京ケーブルテレビジョン株式会社", {}),
    ("e.example", "<b>Not bold</b> & Sons", {"supported": False}),
]
FEATURED = {"featured": ["beta.example", "alpha.example"], "video-title": "The Long Match"}
USAGE = "Example Player uses your TV provider account to unlock the channels that you subscribe to."


def rows(line_up):
    return [{"provider-identifier": identifier, "name": name, **more} for identifier, name, more in line_up]


def question(daemon, screen):
    daemon.request_access(**{"usage-description": USAGE})
    screen.find("push button", "Allow")


def provider_list(daemon, screen):
    daemon.choose(rows(LINE_UP), **FEATURED)
    screen.find("list item", "Other TV Provider")


def search(daemon, screen):
    provider_list(daemon, screen)
    screen.write("entry", "Search for a TV provider", "te")


def long_names(daemon, screen):
    daemon.choose(
        rows(LONG), message="The Upper River Valley Cooperative says: this account is suspended. Call 555 0100.",
        **{
            "application-name": "The Extraordinarily Comprehensive Example Player for Everyone",
            "video-title": "A" + " very" * 12 + " long title",
        })
    screen.find("list item", "Other TV Provider")


def form(daemon, screen, **details):
    daemon.sign_in(request=daemon.open_request(), **{"video-title": "The Long Match", **details})
    screen.find("push button", "Sign In")


def form_error(daemon, screen):
    form(
        daemon, screen, attempt=2, username="alice",
        **{"error-field": "password", "error-message": "The user name or password is not right."})


def working(daemon, screen):
    form(daemon, screen)
    screen.write("text", "User name", "alice")
    screen.write("password text", "Password", "alice")
    screen.click("push button", "Sign In")
    screen.wait_for_text("Signing in to Alpha Cable …")


def signed_in(daemon, screen):
    working(daemon, screen)
    daemon.account_changed("alpha.example")
    screen.wait_for_text("You are signed in to Alpha Cable.")


def unsupported(daemon, screen):
    provider_list(daemon, screen)
    screen.click("list item", "Epsilon TV")
    screen.find("push button", "OK")


# Scene: what is shown, options of the desktop.
SCENES = {
    "question": (question, {}),
    "list": (provider_list, {}),
    "search": (search, {}),
    "form-error": (form_error, {}),
    "working": (working, {}),
    "signed-in": (signed_in, {}),
    "unsupported": (unsupported, {}),
    "long-names": (long_names, {}),
    "dark-question": (question, {"dark": True}),
    "dark-list": (provider_list, {"dark": True}),
    "dark-form-error": (form_error, {"dark": True}),
    "large-question": (question, {"text_scale": 2.0}),
    "large-list": (provider_list, {"text_scale": 2.0}),
    "large-form-error": (form_error, {"text_scale": 2.0}),
    "large-long-names": (long_names, {"text_scale": 2.0}),
}


@contextlib.contextmanager
def shown(name, _desktop):
    """The picker in a scene."""
    from double import Daemon
    from screen import Screen

    daemon = Daemon()
    SCENES[name][0](daemon, Screen())
    yield
    daemon.close()
