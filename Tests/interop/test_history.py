"""The checker of histories finds the errors that it must find."""

import json
import subprocess
import sys

import history
import pytest


def attempt(outcome, start=0, end=1, key="k", node="a"):
    return {"key": key, "node": node, "start": start, "end": end, "outcome": outcome}


GOOD = {
    "one of two at the same moment": [attempt("accepted"), attempt("refused", node="b")],
    "an attempt without an answer was the one": [attempt("unknown"), attempt("refused", 2, 3)],
    "an attempt without an answer was not the one": [attempt("unknown"), attempt("accepted", 2, 3), attempt("refused", 4, 5)],
    "the refusal is answered first": [attempt("refused", 1, 2), attempt("accepted", 0, 3)],
    "nothing is known": [attempt("unknown"), attempt("unknown", node="b")],
    "two things": [attempt("accepted"), attempt("accepted", key="l")],
    "empty": [],
}
BAD = {
    "accepted 2 times": [attempt("accepted"), attempt("accepted", node="b")],
    "accepted 2 times, by a, b": [attempt("accepted"), attempt("unknown"), attempt("accepted", 5, 6, node="b")],
    "accepted never": [attempt("refused"), attempt("refused", node="b")],
    "before anybody used it": [attempt("refused", 0, 1), attempt("unknown", 2, 3)],
    "after it had been refused": [attempt("unknown", 0, 1), attempt("refused", 2, 3), attempt("accepted", 4, 5)],
}


@pytest.mark.parametrize("name", GOOD)
def test_a_good_history_has_no_violations(name):
    assert history.violations(GOOD[name]) == []


@pytest.mark.parametrize("name", BAD)
def test_a_bad_history_has_violations(name):
    assert any(name in text for text in history.violations(BAD[name]))


def test_a_double_use_among_many_is_found_wherever_it_is():
    attempts = [each for number in range(50) for each in (attempt("accepted", key=number), attempt("refused", key=number))]
    assert history.violations(attempts) == []
    for place in range(50):
        changed = [dict(each) for each in attempts]
        changed[2 * place + 1]["outcome"] = "accepted"
        assert len(history.violations(changed)) == 1


@pytest.mark.parametrize("wrong", [attempt("perhaps"), attempt("accepted", 3, 2)])
def test_nonsense_is_an_error(wrong):
    with pytest.raises(ValueError):
        history.violations([wrong])


@pytest.mark.parametrize("histories, code", [(GOOD, 0), (BAD, 1)])
def test_the_program_exits_with_what_it_found(histories, code, tmp_path):
    for attempts in histories.values():
        file = tmp_path / "history.jsonl"
        file.write_text("".join(json.dumps(each) + "\n" for each in attempts), encoding="utf-8")
        assert subprocess.run([sys.executable, history.__file__, file], check=False, capture_output=True).returncode == code
