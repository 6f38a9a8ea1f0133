"""The fixtures in runs of pytest, with the real device and service."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from pytest_vsasim.session import Binaries


@pytest.fixture(autouse=True)
def binaries(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """The options of this run, for the runs inside."""
    found = Binaries.find(request.config.getoption("--vsasim-binaries"))
    monkeypatch.setenv("VSASIM_BINARIES", str(found.folder))
    # The start of other installed plugins takes seconds in each run.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "pytest_vsasim.plugin")


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
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=2)
    wrote = ["E *half of \N{REPLACEMENT CHARACTER}", "E *the reason"]
    result.stdout.fnmatch_lines(["E *non-zero exit status 7*", *wrote, "E *timed out after 1 seconds*", *wrote])


def test_what_vsactl_refuses_is_told(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest
        from pytest_vsasim import CommandFailed

        def test_refused(vsasim):
            with pytest.raises(CommandFailed, match="no such subscriber of alpha.example: zoe") as caught:
                vsasim.account.sign_in("alpha.example", "zoe")
            assert caught.value.code == 10

        def test_refused_to_an_app(vsasim):
            with pytest.raises(CommandFailed, match='"name": "AccessNotGranted"') as caught:
                vsasim.vsactl("query", "--app", "com.example.player")
            assert caught.value.code == 1
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=2)


def test_an_empty_name_does_not_mean_all(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest
        from pytest_vsasim import CommandFailed

        def test_refused(vsasim):
            vsasim.access.set("com.example.player", "granted")
            vsasim.faults.add("service.config", status=503)
            for call in (vsasim.access.reset, vsasim.faults.clear, vsasim.clock.freeze):
                with pytest.raises(CommandFailed):
                    call("")
            assert vsasim.access.get("com.example.player") == "granted"
            assert len(vsasim.faults.list()) == 1
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_a_misspelled_expectation_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest
        from pytest_vsasim import UnknownName

        def test_refused(vsasim):
            vsasim.access.set("com.example.player", "granted")
            with pytest.raises(UnknownName, match="no such event: access.chnaged; did you mean access.changed"):
                vsasim.expect("access.chnaged", count=0)
            with pytest.raises(UnknownName, match="no such detail of access.changed: status; did you mean access-status"):
                vsasim.expect("access.changed", status="granted", count=0)

        def test_accepted(vsasim):
            vsasim.region.set("CA")
            vsasim.expect("region.changed", source="device", region="CA", count=1)
            vsasim.expect("region.changed", with_={"source": "service"}, count=0)
            vsasim.expect("scenario.loaded", anything="x", count=0)
            vsasim.run("entitle", "--app-id", "com.example.player", "setRequestor REF30", check=True)
            call = vsasim.expect("library.setRequestorComplete", count=1)[0]
            vsasim.expect("service.configuration-read", correlation=call.correlation, outcome="ok", count=1)

        def test_an_event_of_the_device_about_the_service(vsasim):
            # It is from the set-up of the session, before the test.
            vsasim._seen["d"] = 0
            assert vsasim.expect("service.trusted", within=0)[0].source == "device"
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=3)


def test_a_long_journal_of_the_service_is_read_to_its_end(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        def test_pages(vsasim, monkeypatch):
            monkeypatch.setattr("pytest_vsasim.device.SERVICE_PAGE", 2)
            # The last page is full at first, then it is not.
            for number in range(1, 6):
                vsasim.faults.add("service.config", status=503)
                vsasim.expect("fault.added", source="service", count=number, within=0)
            vsasim.reset()
            vsasim.expect("fault.added", count=0)
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_lines_of_the_library_that_are_no_entries_are_passed_over(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from pathlib import Path

        def test_any(vsasim):
            launch = ["entitle", "--app-id", "com.example.player", "setRequestor REF30"]
            vsasim.run(*launch, check=True)
            with Path(vsasim.env["VSASIM_JOURNAL"]).open("ab") as journal:
                # What an app leaves that ended while it was writing, and a character of which one byte has been written.
                journal.write(b'{"event":"setReq' + bytes([10]) + bytes([0xC3]))
            vsasim.expect("library.setRequestorComplete", count=1)
            vsasim.reset()
            vsasim.expect("library.setRequestorComplete", count=0)
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_faults_have_all_options_of_vsactl(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import inspect, re

        def test_options(vsasim):
            told = vsasim.run(vsasim.session.binaries.vsactl, "fault", "add", "--help", check=True).stdout
            options = set(re.findall("^  (?:-h, )?--([a-z]+)", told, re.MULTILINE)) - {"json", "address", "version", "help"}
            arguments = {name.rstrip("_") for name in inspect.signature(vsasim.faults.add).parameters} - {"point"}
            assert arguments == options

        def test_names(vsasim):
            fault = vsasim.faults.add("device.metadata", error="ServiceTemporarilyUnavailable", id="later", from_="5m", for_="1h")
            assert (fault["id"], fault["from"], fault["for"]) == ("later", 300, 3600)
            vsasim.faults.add("service.config", status=503, id="other")
            vsasim.faults.clear("later")
            assert [fault["id"] for fault in vsasim.faults.list()] == ["other"]
            vsasim.faults.clear()
            assert vsasim.faults.list() == []
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=2)


def test_a_changed_integration_is_returned(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_any(vsasim):
            changed = vsasim.integration.set("REF30", "alpha.example", sso="tvos=off", degraded="authn-all")
            assert (changed["mvpd"], changed["degraded"]) == ("AlphaCable", "authn-all")
            assert changed["sso"] == {"ios": True, "tvos": False}
            assert changed in vsasim.integration.list("REF30")
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


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


def test_a_dead_service_is_told_without_the_errors_of_urllib(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_any(vsasim):
            vsasim.env["VSASIM_SERVICE_URL"] = "http://127.0.0.1:1"
            vsasim.expect("service.provider-trusted")
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*SessionFailed: the service at http://127.0.0.1:1 does not answer: *refused*"])
    result.stdout.no_fnmatch_line("*/urllib/request.py*")


def test_a_command_without_a_document_is_told(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest
        from pytest_vsasim import NoDocument

        @pytest.mark.parametrize("words", [("journal", "export", "--format", "jsonl"), ("run", "--", "true")])
        def test_any(vsasim_session, words):
            with pytest.raises(NoDocument, match="use vsasim.run"):
                vsasim_session.vsactl(*words)
            vsasim_session.run("vsactl", *words, check=True)
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=2)


def test_the_shared_device_forgets_what_a_test_has_loaded(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_loads(vsasim_session):
            vsasim_session.scenario.load("sso-1.14-signed-in")
            assert vsasim_session.account.show() is not None

        def test_finds_nothing_of_it(vsasim_session):
            assert vsasim_session.account.show() is None
            assert vsasim_session.access.list() == {}
        """
    )
    pytester.runpytest_subprocess("-p", "no:randomly").assert_outcomes(passed=2)


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


def test_a_proxy_outside_and_a_reset(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://192.0.2.1:9")
    monkeypatch.setenv("no_proxy", "intranet.example")
    pytester.makepyfile(
        """
        def test_any(vsasim):
            assert vsasim.env["no_proxy"] == "intranet.example,127.0.0.1,localhost,::1"
            launch = ["entitle", "--app-id", "com.example.player", "setRequestor REF30"]
            vsasim.run(*launch, check=True)
            vsasim.expect("library.setRequestorComplete", count=1)
            vsasim.reset()
            vsasim.expect("library.setRequestorComplete", count=0)
            vsasim.run(*launch, check=True)
            vsasim.expect("library.setRequestorComplete", count=1)
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_the_shared_device_is_started_anew_when_a_test_ended_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_ends_it(vsasim_session):
            vsasim_session.session.end()

        def test_finds_another(vsasim_session):
            assert vsasim_session.account.show() is None
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=2)


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


@pytest.mark.parametrize(
    "mark, told",
    [
        ("scenarios='x'", "*the marker vsasim has no argument scenarios; it has scenario, world, tls*"),
        ("'x'", "*the marker vsasim takes keywords only; it has scenario, world, tls*"),
        ("scenario='missing.yaml'", "*no file missing.yaml in *"),
        ("scenario=7", "*the marker vsasim takes a name, a path or a dict as scenario, not 7*"),
        ("world={'region': object}", "*the marker vsasim takes a world of JSON values: *type*"),
        ("tls='no'", "*the marker vsasim takes True or False as tls, not 'no'*"),
        ("world={'region': 7}", "vsasim: vsactl run could not set its session up: exit code 125"),
    ],
)
def test_a_wrong_marker_is_told(pytester: pytest.Pytester, mark: str, told: str) -> None:
    pytester.makepyfile(f"import pytest\n@pytest.mark.vsasim({mark})\ndef test_any(vsasim): pass")
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([told])


def test_a_service_with_tls(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.vsasim(tls=True)
        def test_secure(vsasim):
            assert vsasim.service_url.startswith("https://")
            vsasim.expect("service.provider-trusted", count=0)
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
