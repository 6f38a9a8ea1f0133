"""What happens to users: time passes, the service is unavailable, a user signs out."""

import pytest
from pytest_vsasim import Device
from riverside import APP, Riverside, last

# The complete initial state of a test in one place: see docs/scenarios.md.
DEGRADED = {
    "schema": "vsa-scenario/1",
    "name": "degraded",
    "apps": [{"id": APP, "access": "granted"}],
    "account": {"provider": "alpha.example", "subscriber": "alice"},
    "integrations": [{"requestor": "REF30", "provider": "alpha.example", "degraded": "authz-none"}],
}


def test_after_a_month_the_user_signs_in_again(subscriber: Device, app: Riverside) -> None:
    assert app.is_signed_in()
    subscriber.clock.advance("31d")
    assert not app.is_signed_in()
    subscriber.answers.picker("alpha.example")
    subscriber.answers.sign_in("alice")
    assert app.sign_in()
    assert app.play("news") == "playing"


def test_a_new_app_finds_an_expired_account(subscriber: Device, app: Riverside) -> None:
    subscriber.account.expire()
    assert not app.is_signed_in()
    subscriber.expect("service.token-exchanged", count=0)


def test_a_channel_is_asked_for_again_after_a_day(subscriber: Device, app: Riverside) -> None:
    assert app.play("news") == "playing"
    assert app.play("news") == "playing"
    subscriber.expect("service.authorized", resource="news", count=1)
    subscriber.clock.advance("25h")
    assert app.play("news") == "playing"
    subscriber.expect("service.authorized", resource="news", count=2)


def test_the_service_is_down_and_comes_back(subscriber: Device, app: Riverside) -> None:
    subscriber.faults.add("service.any", status=503)
    callbacks = app.calls("checkAuthentication")
    assert last(callbacks, "setRequestorComplete")["status"] == 0
    assert last(callbacks, "setAuthenticationStatus")["code"] == "Generic Authentication Error"
    subscriber.expect("library.status", errorId="CFG503")
    subscriber.faults.clear()
    assert app.is_signed_in()


def test_a_slow_answer_is_waited_for(subscriber: Device, app: Riverside) -> None:
    subscriber.faults.add("service.authorize", delay="300ms", times=1)
    assert app.play("news") == "playing"


@pytest.mark.vsasim(scenario=DEGRADED)
def test_the_provider_is_degraded(vsasim: Device, app: Riverside) -> None:
    assert app.is_signed_in()
    assert app.play("news") == "Alpha Cable is temporarily unavailable."


@pytest.mark.parametrize("platform", ["ios", "tvos"])
def test_who_logs_out_in_the_app_is_logged_out(vsasim: Device, platform: str) -> None:
    app = Riverside(vsasim, platform)
    assert app.log_in_on_page("AlphaCable", "alice")
    assert app.is_signed_in()
    app.log_out()
    assert not app.is_signed_in()
