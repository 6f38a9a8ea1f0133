"""The simulator that a test drives, with the real device and service."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from pytest_vsasim import CommandFailed, Device, NoDocument, UnknownName

LAUNCH = ["entitle", "--app-id", "com.example.player", "setRequestor REF30"]


def test_what_vsactl_refuses_is_told(vsasim_session: Device) -> None:
    with pytest.raises(CommandFailed, match="no such subscriber of alpha.example: zoe") as caught:
        vsasim_session.account.sign_in("alpha.example", "zoe")
    assert caught.value.code == 10


def test_what_the_device_refuses_to_an_app_is_told(vsasim_session: Device) -> None:
    with pytest.raises(CommandFailed, match='"name": "AccessNotGranted"') as caught:
        vsasim_session.vsactl("query", "--app", "com.example.player")
    assert caught.value.code == 1


def test_an_empty_name_does_not_mean_all(vsasim_session: Device) -> None:
    vsasim_session.access.set("com.example.player", "granted")
    vsasim_session.faults.add("service.config", status=503)
    for call in (vsasim_session.access.reset, vsasim_session.faults.clear, vsasim_session.clock.freeze):
        with pytest.raises(CommandFailed):
            call("")
    assert vsasim_session.access.get("com.example.player") == "granted"
    assert len(vsasim_session.faults.list()) == 1


def test_a_misspelled_expectation_is_refused(vsasim_session: Device) -> None:
    vsasim_session.access.set("com.example.player", "granted")
    with pytest.raises(UnknownName, match="no such event: access.chnaged; did you mean access.changed"):
        vsasim_session.expect("access.chnaged", count=0)
    with pytest.raises(UnknownName, match="no such detail of access.changed: status; did you mean access-status"):
        vsasim_session.expect("access.changed", status="granted", count=0)


def test_a_correct_expectation_is_accepted(vsasim_session: Device) -> None:
    vsasim_session.region.set("CA")
    vsasim_session.expect("region.changed", source="device", region="CA", count=1)
    vsasim_session.expect("region.changed", with_={"source": "service"}, count=0)
    vsasim_session.expect("scenario.loaded", anything="x", count=0)
    vsasim_session.run(*LAUNCH, check=True)
    call = vsasim_session.expect("library.setRequestorComplete", count=1)[0]
    vsasim_session.expect("service.configuration-read", correlation=call.correlation, outcome="ok", count=1)


def test_an_event_of_the_device_about_the_service(vsasim: Device) -> None:
    # It is from the setup of the session, before the test.
    vsasim._seen["d"] = 0
    assert vsasim.expect("service.trusted", within=0)[0].source == "device"


def test_a_long_journal_of_the_service_is_read_to_its_end(vsasim_session: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_vsasim.device.SERVICE_PAGE", 2)
    # The last page is full at first, then it is not.
    for number in range(1, 6):
        vsasim_session.faults.add("service.config", status=503)
        vsasim_session.expect("fault.added", source="service", count=number, within=0)
    vsasim_session.reset()
    vsasim_session.expect("fault.added", count=0)


def test_lines_of_the_library_that_are_no_entries_are_passed_over(vsasim: Device) -> None:
    vsasim.run(*LAUNCH, check=True)
    with Path(vsasim.env["VSASIM_JOURNAL"]).open("ab") as journal:
        # What an app leaves that ended while it was writing, and a character of which one byte has been written.
        journal.write(b'{"event":"setReq\n\xc3')
    vsasim.expect("library.setRequestorComplete", count=1)
    vsasim.reset()
    vsasim.expect("library.setRequestorComplete", count=0)


def test_faults_have_all_options_of_vsactl(vsasim_session: Device) -> None:
    told = vsasim_session.run(vsasim_session.session.binaries.vsactl, "fault", "add", "--help", check=True).stdout
    options = set(re.findall("^  (?:-h, )?--([a-z]+)", told, re.MULTILINE)) - {"json", "address", "version", "help"}
    arguments = {name.rstrip("_") for name in inspect.signature(vsasim_session.faults.add).parameters} - {"point"}
    assert arguments == options


def test_faults_have_names(vsasim_session: Device) -> None:
    faults = vsasim_session.faults
    fault = faults.add("device.metadata", error="ServiceTemporarilyUnavailable", id="later", from_="5m", for_="1h")
    assert (fault["id"], fault["from"], fault["for"]) == ("later", 300, 3600)
    faults.add("service.config", status=503, id="other")
    faults.clear("later")
    assert [fault["id"] for fault in faults.list()] == ["other"]
    faults.clear()
    assert faults.list() == []


def test_a_changed_integration_is_returned(vsasim_session: Device) -> None:
    changed = vsasim_session.integration.set("REF30", "alpha.example", sso="tvos=off", degraded="authn-all")
    assert (changed["mvpd"], changed["degraded"]) == ("AlphaCable", "authn-all")
    assert changed["sso"] == {"ios": True, "tvos": False}
    assert changed in vsasim_session.integration.list("REF30")


@pytest.mark.usefixtures("binaries")
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


@pytest.mark.parametrize("words", [("journal", "export", "--format", "jsonl"), ("run", "--", "true")])
def test_a_command_without_a_document_is_told(vsasim_session: Device, words: tuple[str, ...]) -> None:
    with pytest.raises(NoDocument, match="use vsasim.run"):
        vsasim_session.vsactl(*words)
    vsasim_session.run("vsactl", *words, check=True)
