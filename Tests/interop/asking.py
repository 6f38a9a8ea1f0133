"""Scenarios with a prompt: permission, picker, sign-in, and every failure of those who answer."""

import time

from bus_client import SERVICE, pump, pump_until
from people import BUS_ERROR, ERROR, ROOT, Agent, App, Ask, User, expect, expect_error, plain
from private_session import wait_until
from scenarios import Scenarios

scenario = Scenarios()
ALICE = {"username": "alice", "password": "alice"}


def gone(agent, call):
    """An agent that crashes during a prompt."""
    agent.client.close()


def never(agent, call):
    """An agent that never answers."""


def refuse(agent, call):
    agent.client.refuse(call, "org.example.Error.Broken")


def journal_events(user, *events):
    return [each for each in user.journal() if each["event"] in events]


@scenario
def an_agent_grants_access_once_and_it_is_remembered(session):
    app, agent = App(session), Agent(session, "granted")
    ask = Ask(app, "RequestAccess", others=[agent])
    expect(ask.completed(), {"access-status": "granted"})
    expect(ask.members(), ["Completed"])
    member, (application, info) = agent.asked[0]
    info = plain(info)
    expect((member, application, info["usage-description"]), ("RequestAccess", "com.example.player", app.usage))
    expect(info["request"], ask.path)
    expect(app.status(), "granted")
    expect(Ask(app, "RequestAccess", others=[agent]).completed(), {"access-status": "granted"})
    expect(agent.members(), ["RequestAccess"])


@scenario
def denying_access_completes_and_dismissing_fails(session):
    app, agent = App(session), Agent(session, "dismiss", "denied")
    info = Ask(app, "RequestAccess", others=[agent]).failed(ERROR + "UserCancelled")
    expect(info["access-status"], "not-determined")
    expect(Ask(app, "RequestAccess", others=[agent]).completed(), {"access-status": "denied"})
    expect(app.status(), "denied")


@scenario
def picker_wrong_password_right_password(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    agent = Agent(session, ("provider", "alpha.example"), {"username": "alice", "password": "wrong"}, ALICE)
    ask = Ask(
        app,
        others=[agent],
        include_account_provider_identifier=True,
        localized_video_title="The film",
        featured_account_provider_identifiers=["delta.example"],
    )
    metadata = ask.completed()
    expect(metadata["account-provider-identifier"], "alpha.example")
    expect(ask.members(), ["Present", "Dismiss", "Completed"])
    expect(plain(ask.signals()[0][1][0])["kind"], "picker")
    expect(agent.members(), ["ChooseProvider", "SignIn", "SignIn"])
    choosing, providers = agent.asked[0][1]
    expect(plain(choosing)["video-title"], "The film")
    rows = [plain(each) for each in providers]
    expect((rows[0]["provider-identifier"], rows[0]["featured"]), ("delta.example", True))
    forms = [plain(body[1]) for _, body in agent.asked[1:]]
    expect([each["attempt"] for each in forms], [1, 2])
    expect(forms[0].get("error-field", ""), "")
    assert forms[1]["error-field"] and forms[1]["error-message"], forms[1]
    account = user.account()
    expect((account["account-provider-identifier"], account["subscriber"]), ("alpha.example", "alice"))
    # No password is stored anywhere.
    assert "wrong" not in str([each["details"] for each in user.journal()])


@scenario
def signing_in_grants_access_and_another_app_gets_a_prompt_for_the_account(session):
    app = App(session)
    agent = Agent(session, ("provider", "alpha.example"), ALICE, "granted")
    ask = Ask(app, others=[agent], include_account_provider_identifier=True)
    expect(ask.completed()["account-provider-identifier"], "alpha.example")
    expect(agent.members(), ["ChooseProvider", "SignIn"])
    expect(app.status(), "granted")
    other = App(session, "com.example.other")
    question = Ask(other, others=[agent], include_account_provider_identifier=True)
    expect(question.completed()["account-provider-identifier"], "alpha.example")
    expect(question.members(), ["Completed"])
    expect(agent.members(), ["ChooseProvider", "SignIn", "RequestAccess"])
    assert plain(agent.asked[-1][1][1])["provider-name"], agent.asked


@scenario
def closing_the_picker_and_closing_the_form_cancel_the_request(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    agent = Agent(session, ("cancel", ""), ("provider", "alpha.example"), {"cancel": True}, ("cancel", ""))
    for _ in range(2):
        ask = Ask(app, others=[agent])
        ask.failed(ERROR + "UserCancelled")
        expect(ask.members(), ["Present", "Dismiss", "Failed"])
    expect(user.account(), {})


@scenario
def a_suspended_subscriber_returns_to_the_picker_with_the_reason(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    carol = {"username": "carol", "password": "carol"}
    agent = Agent(
        session, ("provider", "alpha.example"), carol, ("provider", "delta.example"), {"username": "bob", "password": "bob"}
    )
    ask = Ask(app, others=[agent], include_account_provider_identifier=True)
    expect(ask.completed()["account-provider-identifier"], "delta.example")
    expect(agent.members(), ["ChooseProvider", "SignIn", "ChooseProvider", "SignIn"])
    assert "message" not in plain(agent.asked[0][1][0]), agent.asked[0]
    assert plain(agent.asked[2][1][0])["message"], agent.asked[2]
    expect(ask.members(), ["Present", "Dismiss", "Completed"])


@scenario
def the_app_confirms_the_provider(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    agent = Agent(session, ("provider", "alpha.example"), ALICE)
    ask = Ask(app, others=[agent], confirm_provider=True, include_account_provider_identifier=True)
    expect(ask.wait("ProviderSelected"), ("alpha.example",))
    expect(agent.members(), ["ChooseProvider"])
    ask.call_object("Confirm", "b", True)
    expect(ask.completed()["account-provider-identifier"], "alpha.example")
    expect(ask.members(), ["Present", "ProviderSelected", "Dismiss", "Completed"])


@scenario
def the_app_rejects_the_provider(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    agent = Agent(session, ("provider", "alpha.example"), ALICE)
    ask = Ask(app, others=[agent], confirm_provider=True)
    ask.wait("ProviderSelected")
    ask.call_object("Confirm", "b", False)
    info = ask.failed(ERROR + "UnsupportedProvider")
    expect(info["unsupported-provider-identifier"], "alpha.example")
    expect(agent.members(), ["ChooseProvider"])
    expect(user.account().get("subscriber"), None)


@scenario
def cancelling_withdraws_the_prompt(session):
    app, user = App(session), User(session)
    agent = Agent(session, never, "granted")
    ask = Ask(app, "RequestAccess", others=[agent])
    assert pump_until([app.client, agent.client], lambda: agent.asked)
    stranger = App(session, "com.example.other")
    ask.call_object("Cancel", expected=BUS_ERROR + "AccessDenied", client=stranger.client)
    ask.call_object("Cancel")
    ask.failed(ERROR + "UserCancelled")
    assert pump_until([app.client, agent.client], lambda: agent.members() == ["RequestAccess", "Cancel"]), agent.members()
    # The agent's answer is too late now, and the next prompt appears nevertheless.
    agent.give(agent.calls[0], "granted")
    expect(Ask(app, "RequestAccess", others=[agent]).completed(), {"access-status": "granted"})
    expect(len(journal_events(user, "request.failed")), 1)


@scenario
def an_app_that_leaves_withdraws_its_prompt(session):
    app, user, agent = App(session), User(session), Agent(session, never)
    Ask(app, "RequestAccess", others=[agent])
    assert pump_until([app.client, agent.client], lambda: agent.asked)
    app.client.close()
    assert pump_until([agent.client], lambda: agent.members() == ["RequestAccess", "Cancel"]), agent.members()
    wait_until(lambda: not user.requests(), "the request has gone")
    expect(App(session).status(), "not-determined")


@scenario
def the_newest_agent_is_asked_and_a_crash_passes_the_prompt_to_the_previous_one(session):
    app, user = App(session), User(session)
    older, newer = Agent(session, "granted", name="older"), Agent(session, gone, name="newer")
    ask = Ask(app, "RequestAccess", others=[older, newer])
    expect(ask.completed(), {"access-status": "granted"})
    expect((newer.members(), older.members()), (["RequestAccess"], ["RequestAccess"]))
    assert journal_events(user, "agent.failed"), user.journal()


@scenario
def invalid_replies_and_errors_of_agents_are_recorded_and_the_next_one_is_asked(session):
    app, user = App(session), User(session)
    nonsense = [
        lambda agent, call: agent.client.answer(call, "s", "perhaps"),
        lambda agent, call: agent.client.answer(call, "i", 7),
        lambda agent, call: agent.client.answer(call),
        lambda agent, call: agent.client.answer(call, "ss", "granted", "granted"),
        refuse,
    ]
    last = Agent(session, "granted")
    agents = [Agent(session, each) for each in nonsense]
    ask = Ask(app, "RequestAccess", others=[last, *agents])
    expect(ask.completed(), {"access-status": "granted"})
    expect([each.members() for each in [last, *agents]], [["RequestAccess"]] * 6)
    expect(len(journal_events(user, "agent.nonsense")), 4)
    expect(len(journal_events(user, "agent.failed")), 1)


@scenario
def a_provider_that_was_not_offered_is_an_invalid_reply(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    agent = Agent(session, ("provider", "nobody.example"))
    Ask(app, others=[agent]).failed(ERROR + "UserCancelled")
    expect(len(journal_events(user, "agent.nonsense")), 1)


@scenario
def without_an_agent_the_prompt_is_as_if_dismissed(session):
    app, user = App(session), User(session)
    Ask(app, "RequestAccess").failed(ERROR + "UserCancelled")
    ended = journal_events(user, "prompt.ended")
    assert ended and plain_details(ended[-1]), ended


def plain_details(entry):
    return (
        plain(entry["details"])
        if entry["details"] and isinstance(next(iter(entry["details"].values())), tuple)
        else entry["details"]
    )


@scenario
def queued_answers_precede_agents(session):
    app, user, agent = App(session), User(session), Agent(session)
    user.queue("access", "granted")
    user.queue("picker", "alpha.example")
    user.queue("sign-in", "wrong-password")
    user.queue("sign-in", "alice")
    ask = Ask(app, others=[agent], include_account_provider_identifier=True)
    expect(ask.completed()["account-provider-identifier"], "alpha.example")
    expect(ask.members(), ["Present", "Dismiss", "Completed"])
    expect(agent.asked, [])


@scenario
def a_slow_agent_delays_one_app_and_not_the_others(session):
    slow, quick, user, agent = App(session), App(session, "com.example.other"), User(session), Agent(session, never)
    waiting = Ask(slow, "RequestAccess", others=[agent])
    assert pump_until([slow.client, agent.client], lambda: agent.asked)
    behind = Ask(slow, "RequestAccess", others=[agent])
    user.queue("access", "denied", application_id="com.example.other")
    expect(Ask(quick, "RequestAccess", others=[agent]).completed(), {"access-status": "denied"})
    # Reads continue, too.
    expect(slow.status(), "not-determined")
    expect((waiting.members(), behind.members()), ([], []))
    agent.give(agent.calls[0], "granted")
    expect(waiting.completed(), {"access-status": "granted"})
    expect(behind.completed(), {"access-status": "granted"})
    expect(agent.members(), ["RequestAccess"])


@scenario
def a_token_in_use_is_rejected_and_free_again_afterwards(session):
    app, agent = App(session), Agent(session, never)
    first = Ask(app, "RequestAccess", token="mine", others=[agent])
    expect_error(Ask(app, "RequestAccess", token="mine", others=[agent]).reply, BUS_ERROR + "ObjectPathInUse")
    for token in ["", "a-b", "ä", "x" * 256, "a/b"]:
        expect_error(Ask(app, "RequestAccess", token=token or " ", others=[agent]).reply, BUS_ERROR + "InvalidArgs")
    first.call_object("Cancel")
    first.failed(ERROR + "UserCancelled")
    assert not Ask(app, "RequestAccess", token="mine", others=[agent]).reply.error


@scenario
def the_sixty_sixth_request_of_an_app_is_rejected(session):
    app, agent = App(session), Agent(session, never)
    for _ in range(65):
        assert not Ask(app, "RequestAccess", others=[agent]).reply.error
    expect_error(Ask(app, "RequestAccess", others=[agent]).reply, BUS_ERROR + "LimitsExceeded")


@scenario
def without_a_usage_description_there_is_no_prompt(session):
    app, agent = App(session, usage=None), Agent(session, "granted")
    info = Ask(app, "RequestAccess", others=[agent]).failed(ERROR + "AccessNotGranted")
    expect((info["access-status"], info["underlying-code"]), ("not-determined", -13))
    expect(agent.asked, [])


@scenario
def kill_9_during_a_prompt_loses_only_the_request(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    agent = Agent(session, ("provider", "alpha.example"), never)
    ask = Ask(app, token="t", others=[agent])
    assert pump_until([app.client, agent.client], lambda: "SignIn" in agent.members())
    app.client.bus("AddMatch", "s", f"type='signal',member='NameOwnerChanged',arg0='{SERVICE}'").value
    session.daemons[-1].kill()
    left = lambda: [
        each for each in app.client.signals if each.member == "NameOwnerChanged" and each.body[2] == ""
    ]  # noqa: E731
    assert pump_until([app.client, agent.client], left)
    # The request ended with the daemon: no late signal or answer of the agent revives it.
    session.start()
    agent.give(agent.calls[-1], ALICE)
    pump([app.client, agent.client], 0.2)
    expect([each for each in ask.members() if each in ("Completed", "Failed")], [])
    ask.call_object("Cancel", expected=BUS_ERROR + "UnknownObject")
    again = App(session)
    expect(again.status(), "granted")
    expect(user.requests(), [])
    expect(user.account(), {})
    other = Agent(session, ("provider", "alpha.example"), ALICE)
    metadata = Ask(again, token="t", others=[other], include_account_provider_identifier=True).completed()
    expect(metadata["account-provider-identifier"], "alpha.example")


@scenario
def kill_9_after_the_answer_keeps_what_was_answered(session):
    app, agent = App(session), Agent(
        session, "granted", ("provider", "delta.example"), {"username": "bob", "password": "bob"}
    )
    Ask(app, "RequestAccess", others=[agent]).completed()
    session.daemons[-1].kill()
    session.start()
    expect(App(session).status(), "granted")
