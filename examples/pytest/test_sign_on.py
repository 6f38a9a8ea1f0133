"""Does Riverside TV sign on silently where it can, and prompt where it must?"""

from pytest_vsasim import Device
from riverside import APP, Riverside


def test_a_subscriber_need_not_sign_in(subscriber: Device, app: Riverside) -> None:
    assert app.is_signed_in()
    assert app.play("news") == "playing"
    # There was no prompt, and the service got the provider's signed answer.
    subscriber.expect("service.token-exchanged", outcome="ok", mvpd="AlphaCable", count=1)
    subscriber.expect("library.presentTvProviderDialog", count=0)


def test_without_permission_the_app_does_not_see_the_account(vsasim: Device, app: Riverside) -> None:
    vsasim.account.sign_in("alpha.example", "alice")
    vsasim.access.set(APP, "denied")
    assert not app.is_signed_in()
    vsasim.expect("library.status", errorId="VSA403")


def test_the_user_signs_in_in_the_system_dialogs(vsasim: Device, app: Riverside) -> None:
    vsasim.access.set(APP, "granted")
    vsasim.answers.picker("alpha.example")
    vsasim.answers.sign_in("wrong-password")
    vsasim.answers.sign_in("alice", delay="100ms")
    assert app.sign_in()
    account = vsasim.account.show()
    assert account is not None and account["subscriber"] == "alice"
    assert vsasim.answers.list() == []
    vsasim.expect("library.setAuthenticationStatus", status=1)


def test_who_closes_the_picker_is_shown_the_list_of_the_app(vsasim: Device, app: Riverside) -> None:
    vsasim.access.set(APP, "granted")
    vsasim.answers.picker("cancel")
    assert app.calls("getAuthentication")[-1]["callback"] == "displayProviderDialog"
    vsasim.expect("library.status", errorId="N005")


def test_bob_has_news_only(vsasim: Device, app: Riverside) -> None:
    vsasim.access.set(APP, "granted")
    vsasim.account.sign_in("alpha.example", "bob")
    assert app.channels("news", "sports", "kids") == ["news"]
    assert app.play("sports") == "Your Alpha Cable subscription does not include sports."


def test_signing_out_in_the_settings_signs_the_app_out(subscriber: Device, app: Riverside) -> None:
    assert app.is_signed_in()
    subscriber.account.sign_out()
    assert subscriber.access.get(APP) == "not-determined"
    assert not app.is_signed_in()


def test_without_single_sign_on_the_app_shows_its_own_list(subscriber: Device, app: Riverside) -> None:
    subscriber.integration.set("REF30", "alpha.example", sso=False)
    assert not app.is_signed_in()
    assert app.calls("getAuthentication")[-1]["callback"] == "displayProviderDialog"
