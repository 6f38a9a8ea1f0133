"""What the tests of Riverside TV share."""

import pytest
from pytest_vsasim import Device
from riverside import APP, Riverside


@pytest.fixture
def app(vsasim: Device) -> Riverside:
    """The app on a new device, where nobody has allowed it anything."""
    return Riverside(vsasim)


@pytest.fixture
def subscriber(vsasim: Device) -> Device:
    """A device on which alice is signed in, and the app may know it."""
    vsasim.access.set(APP, "granted")
    vsasim.account.sign_in("alpha.example", "alice", expires_in="30d")
    return vsasim
