"""The tests of the plugin run pytest on their own test files."""

import pytest
from pytest_vsasim.session import Binaries

pytest_plugins = ["pytester"]


@pytest.fixture
def binaries(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """The options of this run, for the runs inside."""
    found = Binaries.find(request.config.getoption("--vsasim-binaries"))
    monkeypatch.setenv("VSASIM_BINARIES", str(found.folder))
    # The start of other installed plugins takes seconds in each run.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "pytest_vsasim.plugin")
