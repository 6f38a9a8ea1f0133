"""The fixtures in runs of pytest, with the real device and service."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from pytest_vsasim import Device

pytestmark = pytest.mark.usefixtures("binaries")


def test_every_test_has_a_device_of_its_own(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import os, pathlib, pytest

        @pytest.mark.parametrize("number", range(2))
        def test_own(vsasim, number, tmp_path_factory):
            assert vsasim.account.show() is None
            vsasim.account.sign_in("alpha.example")
            pathlib.Path(f"bus-{number}").write_text(vsasim.env["DBUS_SESSION_BUS_ADDRESS"])
            pathlib.Path(f"folder-{number}").write_text(vsasim.env["VSASIM_SESSION"])
            assert vsasim.env["VSASIM_SESSION"] != os.environ.get("VSASIM_SESSION")
        """
    )
    result = pytester.runpytest_subprocess("-p", "xdist", "-n", "2")
    result.assert_outcomes(passed=2)
    assert (pytester.path / "bus-0").read_text() != (pytester.path / "bus-1").read_text()
    for number in range(2):
        assert not Path((pytester.path / f"folder-{number}").read_text()).exists(), "nothing is left behind"


def test_a_failure_shows_the_journal(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_fails(vsasim):
            vsasim.access.set("com.example.player", "granted")
            vsasim.expect("access.changed", access_status="denied", within=0)
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*ExpectationFailed: expected access.changed access-status=denied, but it did not happen.",
            "*nearest: d* access.changed (com.example.player) access-status=granted previous-status=not-determined",
            "*access-status is granted, not denied",
            "*- vsasim journal -*",
            "d* access.changed (com.example.player) access-status=granted previous-status=not-determined",
        ]
    )


def test_a_failure_shows_what_is_there_if_the_service_does_not_answer(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_fails(vsasim):
            vsasim.access.set("com.example.player", "granted")
            vsasim.env["VSASIM_SERVICE_URL"] = "http://127.0.0.1:1"
            vsasim.expect("access.changed", access_status="denied", within=0)
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    absence = "without the service's events: the service at http://127.0.0.1:1 does not answer: *refused"
    result.stdout.fnmatch_lines(
        [
            "*ExpectationFailed: expected access.changed access-status=denied, but it did not happen.",
            "*access-status is granted, not denied",
            f"E *{absence}",
            "*- vsasim journal -*",
            "d* access.changed (com.example.player) access-status=granted previous-status=not-determined",
            absence,
        ]
    )


def test_a_failure_shows_what_the_program_wrote(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        PROGRAM = "printf 'half of \\\\377'; echo the reason >&2; "

        def test_exits(vsasim):
            vsasim.run("sh", "-c", PROGRAM + "exit 7", check=True)

        def test_hangs(vsasim):
            vsasim.run("sh", "-c", PROGRAM + "exec sleep 60", timeout=1)
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:randomly")
    result.assert_outcomes(failed=2)
    wrote = ["E *half of \N{REPLACEMENT CHARACTER}", "E *the reason"]
    result.stdout.fnmatch_lines(["E *non-zero exit status 7*", *wrote, "E *timed out after 1 seconds*", *wrote])


def test_expectations_of_the_scenario_are_checked_at_the_end(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        pytestmark = pytest.mark.vsasim(scenario={"expect": [{"event": "region.changed"}]})

        def test_meets(vsasim):
            vsasim.region.set("CA")

        def test_misses(vsasim):
            pass

        def test_shares(vsasim_session):
            pass
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=3, errors=1)
    result.stdout.fnmatch_lines(["*ERROR at teardown of test_misses*", "*expected region.changed*"])


def test_every_test_finds_the_shared_device_as_new(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_loads(vsasim_session):
            vsasim_session.scenario.load("sso-1.14-signed-in")
            assert vsasim_session.account.show() is not None

        def test_finds_nothing_of_it(vsasim_session):
            assert vsasim_session.account.show() is None
            assert vsasim_session.access.list() == {}

        def test_ends_it(vsasim_session):
            vsasim_session.session.end()

        def test_finds_another(vsasim_session):
            assert vsasim_session.account.show() is None

        def test_loses_its_service(vsasim_session):
            vsasim_session.env["VSASIM_SERVICE_URL"] = "http://127.0.0.1:1"

        def test_finds_one_with_a_service(vsasim_session):
            assert vsasim_session.integration.list()
        """
    )
    pytester.runpytest_subprocess("-p", "no:randomly").assert_outcomes(passed=6)


def test_a_kept_folder_is_named(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pathlib

        def test_any(vsasim):
            pathlib.Path("folder").write_text(vsasim.env["VSASIM_SESSION"])
        """
    )
    result = pytester.runpytest_subprocess("--vsasim-keep")
    result.assert_outcomes(passed=1, warnings=1)
    folder = (pytester.path / "folder").read_text()
    result.stdout.fnmatch_lines([f"*vsactl: kept {folder}*"])
    shutil.rmtree(folder)


@pytest.fixture
def outer_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://192.0.2.1:9")
    monkeypatch.setenv("no_proxy", "intranet.example")


def test_a_proxy_outside_and_a_reset(outer_proxy: None, vsasim: Device) -> None:
    assert vsasim.env["no_proxy"] == "intranet.example,127.0.0.1,localhost,::1"
    launch = ["entitle", "--app-id", "com.example.player", "setRequestor REF30"]
    vsasim.run(*launch, check=True)
    vsasim.expect("library.setRequestorComplete", count=1)
    vsasim.reset()
    vsasim.expect("library.setRequestorComplete", count=0)
    vsasim.run(*launch, check=True)
    vsasim.expect("library.setRequestorComplete", count=1)


def test_a_killed_run_leaves_nothing_behind(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import os, pathlib, signal

        def test_dies(vsasim):
            pathlib.Path("folder").write_text(vsasim.env["VSASIM_SESSION"])
            os.kill(os.getpid(), signal.SIGKILL)
        """
    )
    assert pytester.runpytest_subprocess().ret == -9
    folder = Path((pytester.path / "folder").read_text())
    deadline = time.monotonic() + 30
    while folder.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not folder.exists()


def test_missing_programs_are_told_with_the_cure(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VSASIM_BINARIES")
    monkeypatch.setenv("PATH", "/nonexistent")
    pytester.makepyfile("def test_any(vsasim): pass")
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["vsasim: vsactl is not in PATH.*--vsasim-binaries=CHECKOUT/.build/debug*"])


def test_a_wrong_folder_ends_the_run_before_it_begins(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_any(): pass")
    result = pytester.runpytest_subprocess("--vsasim-binaries=/nonexistent")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --vsasim-binaries names /nonexistent, which has no program vsactl"])


WRONG_MARKERS = {
    "scenarios='x'": "*::test_0: the marker vsasim has no argument scenarios; it has scenario, world, tls",
    "'x'": "*::test_1: the marker vsasim takes keywords only; it has scenario, world, tls",
    "scenario='missing.yaml'": "no file missing.yaml in {folder}",
    "scenario=7": "*::test_3: the marker vsasim takes a name, a path or a dict as scenario, not 7",
    "world={'region': object}": "*::test_4: the marker vsasim takes a world of JSON values: *type*",
    "tls='no'": "*::test_5: the marker vsasim takes True or False as tls, not 'no'",
    "world={'region': 7}": "vsasim: vsactl run could not set its session up: exit code 125",
}


def test_a_wrong_marker_is_told_without_a_traceback(pytester: pytest.Pytester) -> None:
    tests = [f"@pytest.mark.vsasim({mark})\ndef test_{number}(vsasim): pass" for number, mark in enumerate(WRONG_MARKERS)]
    pytester.makepyfile("\n".join(["import pytest", *tests]))
    result = pytester.runpytest_subprocess("-p", "no:randomly")
    result.assert_outcomes(errors=len(WRONG_MARKERS))
    result.stdout.fnmatch_lines([told.replace("{folder}", str(pytester.path)) for told in WRONG_MARKERS.values()])
    result.stdout.no_fnmatch_line("E  *")


@pytest.mark.vsasim(tls=True)
def test_a_service_with_tls(vsasim: Device) -> None:
    assert vsasim.service_url.startswith("https://")
    vsasim.expect("service.provider-trusted", count=0)
