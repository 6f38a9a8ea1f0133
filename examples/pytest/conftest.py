"""The fixtures of Riverside TV's tests."""

import pytest
from pytest_vsasim import Device
from riverside import APP, Riverside


@pytest.fixture
def app(vsasim: Device) -> Riverside:
    """The app on a new device, without any permission."""
    return Riverside(vsasim)


@pytest.fixture
def subscriber(vsasim: Device) -> Device:
    """A device on which alice is signed in, and the app has access."""
    vsasim.access.set(APP, "granted")
    vsasim.account.sign_in("alpha.example", "alice", expires_in="30d")
    return vsasim
