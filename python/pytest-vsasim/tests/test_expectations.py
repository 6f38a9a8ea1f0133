"""The message of a test when an expected event did not occur."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from pytest_vsasim import Entry, Expectation, UnknownName
from pytest_vsasim.events import Events
from pytest_vsasim.journal import seconds

ENTRIES = [
    Entry("l1", 1795367476.739, "library.setRequestorComplete", {"status": 1}, "com.example.player"),
    Entry("l2", 1795367476.741, "library.status", {"errorId": "N000", "level": "info"}, "com.example.player"),
    Entry("l3", 1795367477.5, "library.status", {"errorId": "VSA404", "level": "info"}, "com.example.player"),
]


@pytest.mark.parametrize(
    "details, ids",
    [({}, ["l2", "l3"]), ({"errorId": "N000"}, ["l2"]), ({"application-id": "com.example.player", "errorId": "VSA404"}, ["l3"])],
)
def test_details_select_entries(details: dict[str, str], ids: list[str]) -> None:
    assert [entry.id for entry in Expectation("library.status", details).matches(ENTRIES)] == ids


def test_a_number_is_its_text() -> None:
    assert Expectation("library.setRequestorComplete", {"status": "1"}).matches(ENTRIES)
    assert not Expectation("library.setRequestorComplete", {"status": True}).matches(ENTRIES)


def test_the_nearest_miss_is_the_latest_with_the_fewest_differences() -> None:
    told = Expectation("library.status", {"level": "info", "errorId": "N004"}).explanation(ENTRIES)
    assert told.splitlines() == [
        "expected library.status level=info errorId=N004, but it did not happen.",
        "  nearest: l3    17:11:17.500 library.status (com.example.player) errorId=VSA404 level=info",
        "           errorId is VSA404, not N004",
    ]


def test_a_list_is_met_by_its_elements() -> None:
    entries = [Entry("l1", 0, "library.preauthorizedResources", {"resources": ["news", "kids"]})]
    for wanted, count in (("news", 1), ("sports", 0), (["news", "kids"], 1)):
        assert len(Expectation("library.preauthorizedResources", {"resources": wanted}).matches(entries)) == count


def test_a_fault_point_has_two_names() -> None:
    entries = [Entry("d1", 0, "fault.struck", {"point": "vsa.metadata", "effect": "device.metadata"})]
    for wanted, count in (("device.metadata", 1), ("vsa.metadata", 1), ("device.saml", 0)):
        assert len(Expectation("fault.struck", {"point": wanted}).matches(entries)) == count
    assert Expectation("fault.struck", {"effect": "device.metadata"}).matches(entries)


def test_a_detail_that_there_is_not() -> None:
    assert Expectation("library.status", {"error": "N000"}).explanation(ENTRIES).endswith("it has no error")


def test_a_name_that_nearly_is_one() -> None:
    told = Expectation("library.setRequestorCompleted").explanation(ENTRIES)
    assert told.endswith("The journal has no library.setRequestorCompleted, but library.setRequestorComplete.")


def test_common_keys_and_members_of_details() -> None:
    details = {"outcome": "ok", "metadata": {"zip": "12345"}}
    entry = Entry("s1", 0, "service.user-metadata-read", details, correlation="9a8f29cea9875728")
    for key, value in {"source": "service", "correlation": "9a8f29cea9875728", "outcome": "ok", "metadata.zip": 12345}.items():
        assert Expectation(entry.event, {key: value}).matches([entry]), key
        assert not Expectation(entry.event, {key: "other"}).matches([entry]), key


EVENTS = Events(
    {"event": event, "sources": ["device"], "details": details, "openDetails": is_open}
    for event, details, is_open in [
        ("access.changed", ["access-status", "previous-status"], False),
        ("access.checked", ["access-status", "metadata"], False),
        ("fault.added", ["fault", "point"], True),
    ]
)


@pytest.mark.parametrize(
    "event, key, told",
    [
        ("access.chnaged", None, "no such event: access.chnaged; did you mean access.changed or access.checked?"),
        ("region", None, "no such event: region; vsactl expect --events lists them all"),
        ("access.changed", "status", "no such detail of access.changed: status; did you mean access-status?"),
        ("access.changed", "access-status.x.y", None),
        ("access.changed", "aplication-id", "no such detail of access.changed: aplication-id; did you mean application-id?"),
        (
            "access.changed",
            "region",
            "no such detail of access.changed: region; it has access-status, previous-status, application-id, correlation, "
            "outcome, source",
        ),
        ("access.changed", "source", None),
        ("access.checked", "metadata.zip", None),
        ("fault.added", "effect", None),
    ],
)
def test_names_that_do_not_exist_are_refused(event: str, key: str | None, told: str | None) -> None:
    expectation = Expectation(event, {key: 1} if key else {})
    if told is None:
        assert EVENTS.event(expectation).name == event
    else:
        with pytest.raises(UnknownName) as caught:
            EVENTS.event(expectation)
        assert str(caught.value) == told


def test_nothing_at_all() -> None:
    assert Expectation("access.checked").explanation([]).endswith("no entry since the test began.")


def test_too_many_are_shown() -> None:
    expectation = Expectation("library.status", count=0)
    assert not expectation.is_met(expectation.matches(ENTRIES))
    told = expectation.explanation(ENTRIES)
    assert told.startswith("expected library.status, 0 times, but it happened 2 times:\n  l2 ")


@pytest.mark.parametrize("count", [-1, 1.0, True, "1"])
def test_what_is_no_count(count: Any) -> None:
    with pytest.raises(ValueError, match="count is a whole number from 0, not "):
        Expectation("library.status", count=count)


def test_once_is_a_word() -> None:
    told = Expectation("library.status", count=1).explanation(ENTRIES)
    assert told.startswith("expected library.status, once, but it happened 2 times:\n  l2 ")


@pytest.mark.parametrize(
    "value, expected",
    [(2, 2.0), ("500ms", 0.5), ("1.5s", 1.5), ("2m", 120.0), ("1h", 3600.0), (datetime.timedelta(minutes=1), 60.0)],
)
def test_durations(value: float | str | datetime.timedelta, expected: float) -> None:
    assert seconds(value) == expected


@pytest.mark.parametrize("value", ["", "s", "5", "5 s", "-1s", "1w"])
def test_what_is_no_duration(value: str) -> None:
    with pytest.raises(ValueError, match="is not a duration"):
        seconds(value)
