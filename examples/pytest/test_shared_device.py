"""Tests that share one device, which is reset for each of them: faster for suites with hundreds of tests."""

import pytest
from pytest_vsasim import Device, ExpectationFailed
from riverside import APP, Riverside


@pytest.mark.parametrize("subscriber, channels", [("alice", ["news", "sports"]), ("bob", ["news"])])
def test_what_a_subscription_includes(vsasim_session: Device, subscriber: str, channels: list[str]) -> None:
    assert vsasim_session.account.show() is None, "nobody is signed in when a test begins"
    vsasim_session.access.set(APP, "granted")
    vsasim_session.account.sign_in("alpha.example", subscriber)
    assert Riverside(vsasim_session).channels("news", "sports") == channels


def test_no_test_sees_the_journal_of_another(vsasim_session: Device) -> None:
    vsasim_session.expect("service.token-exchanged", count=0)
    vsasim_session.region.set("CA")
    with pytest.raises(ExpectationFailed, match="nearest: .*region.changed.*"):
        vsasim_session.expect("region.changed", region="MX", within=0)


def test_the_region_is_the_usual_one_again(vsasim_session: Device) -> None:
    assert vsasim_session.region.get() == "US"
