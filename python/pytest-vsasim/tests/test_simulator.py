"""The simulator that a test drives, with the real device and service."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.usefixtures("binaries")


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
            # It is from the setup of the session, before the test.
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
