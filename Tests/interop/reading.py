"""Scenarios without a prompt: permission, metadata, registration, settings, signals."""

import time

from bus_client import pump_until
from people import BUS_ERROR, ERROR, App, User, expect, expect_error, plain
from scenarios import Scenarios

scenario = Scenarios()


@scenario
def the_permission_of_a_new_app_is_not_determined(session):
    expect(App(session).status(), "not-determined")
    expect(App(session, identifier=None).status(), "not-determined")


@scenario
def every_status_that_the_user_sets_is_read_back_and_signalled_to_that_app_only(session):
    app, other, user = App(session), App(session, "com.example.other"), User(session)
    for number, status in enumerate(["granted", "denied", "restricted", "not-determined"], 1):
        assert not user.call("SetAccessStatus", "ss", "com.example.player", status).error
        expect(app.wait_for_signal("AccessStatusChanged", number).body, (status,))
        expect(app.status(), status)
    expect(other.status(), "not-determined")
    expect(other.heard(), [])


@scenario
def metadata_without_permission_is_rejected_with_the_status(session):
    app, user = App(session), User(session)
    for status in ["not-determined", "denied", "restricted"]:
        user.call("SetAccessStatus", "ss", "com.example.player", status).value
        info = expect_error(app.query(include_account_provider_identifier=True), ERROR + "AccessNotGranted")
        expect(info["access-status"], status)


@scenario
def with_permission_and_nobody_signed_in_metadata_is_empty(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    expect(app.query(include_account_provider_identifier=True).value, {})


@scenario
def metadata_contains_only_what_was_requested(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    user.call("SignIn", "ssa{sv}", "alpha.example", "alice", {"expires-in": ("x", 3600)}).value
    app.wait_for_signal("AccountChanged")
    provider = plain(app.query(include_account_provider_identifier=True).value)
    expect(set(provider), {"account-provider-identifier", "verification-data"})
    expect(provider["account-provider-identifier"], "alpha.example")
    date = plain(app.query(include_authentication_expiration_date=True).value)
    expect(set(date), {"authentication-expiration-date", "verification-data"})
    assert abs(date["authentication-expiration-date"] - time.time() - 3600) < 120, date
    attributes = plain(app.query(attribute_names=["userID"], channel_identifier="https://service.example").value)
    assert "account-provider-identifier" not in attributes
    assert "u-1001-alice" in attributes["saml-attribute-query-response"]
    expect(attributes["account-provider-response"]["authentication-scheme"], "SAML")
    expect(attributes["account-provider-response"]["body"], attributes["saml-attribute-query-response"])


@scenario
def unknown_keys_are_ignored_and_known_ones_of_a_wrong_type_are_named(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    expect(app.call("QueryMetadata", "a{sv}", {"no-such-key": ("a(ii)", [(1, 2)])}).value, {})
    reply = app.call("QueryMetadata", "a{sv}", {"attribute-names": ("s", "userID")})
    expect_error(reply, BUS_ERROR + "InvalidArgs")
    assert "attribute-names" in reply.body[0], reply.body


@scenario
def a_provider_that_the_app_does_not_support_is_named(session):
    app, user = App(session), User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    user.call("SignIn", "ssa{sv}", "alpha.example", "alice", {}).value
    reply = app.query(supported_account_provider_identifiers=["delta.example"], include_account_provider_identifier=True)
    info = expect_error(reply, ERROR + "UnsupportedProvider")
    expect(info.get("unsupported-provider-identifier"), "alpha.example")


@scenario
def an_app_registers_once_and_with_a_sensible_name(session):
    app = App(session)
    expect_error(app.call("Register", "sa{sv}", "com.example.second", {}), ERROR + "AlreadyRegistered")
    nameless = App(session, identifier=None)
    for name in ["", ".", "a..b", "a b", "ä", "x" * 256, "../x"]:
        expect_error(nameless.call("Register", "sa{sv}", name, {}), BUS_ERROR + "InvalidArgs")
    assert not nameless.call("Register", "sa{sv}", "com.example.third", {}).error


@scenario
def calls_behind_a_registration_already_have_its_name(session):
    user = User(session)
    user.call("SetAccessStatus", "ss", "com.example.fast", "denied").value
    app = App(session, identifier=None)
    first = app.client.send(
        "/org/vsasim/SubscriberAccount1", "org.vsasim.SubscriberAccount1", "Register", "sa{sv}", "com.example.fast", {}
    )
    second = app.client.send(
        "/org/vsasim/SubscriberAccount1", "org.vsasim.SubscriberAccount1", "CheckAccessStatus", "a{sv}", {}
    )
    assert pump_until([app.client], lambda: first in app.client.replies and second in app.client.replies)
    expect(app.client.replies[second].value, "denied")


@scenario
def signing_in_and_out_is_signalled_to_all_without_content(session):
    app, stranger, user = App(session), App(session, "com.example.other"), User(session)
    user.call("SignIn", "ssa{sv}", "alpha.example", "alice", {}).value
    for each in (app, stranger):
        expect(each.wait_for_signal("AccountChanged").body, ())
    user.call("SignOut", "a{sv}", {}).value
    for each in (app, stranger):
        expect(each.wait_for_signal("AccountChanged", 2).body, ())


@scenario
def signing_out_revokes_every_permission_unless_it_is_kept(session):
    app, user = App(session), User(session)
    for options, after in [({"keep-access": ("b", True)}, "granted"), ({}, "not-determined")]:
        user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
        user.call("SignIn", "ssa{sv}", "alpha.example", "alice", {}).value
        user.call("SignOut", "a{sv}", options).value
        expect(app.status(), after)


@scenario
def what_does_not_exist_is_not_found(session):
    user = User(session)
    missing = "org.vsasim.SubscriberAccount1.Control.Error.NotFound"
    expect_error(user.call("SignIn", "ssa{sv}", "nobody.example", "alice", {}), missing)
    expect_error(user.call("SignIn", "ssa{sv}", "alpha.example", "nobody", {}), missing)
    expect_error(user.call("ExpireAccount"), missing)
    expect_error(user.call("GetProviderMetadata", "s", "../alpha.example"), missing)


@scenario
def the_journal_names_the_app_and_how_it_was_identified(session):
    App(session).status()
    App(session, identifier=None).status()
    user = User(session)
    entries = [each for each in user.journal() if each["event"].startswith("access")]
    found = {(each["application-id"], each["identified-by"]) for each in entries}
    assert ("com.example.player", "registered") in found, found
    assert any(how == "executable" and app.startswith("python") for app, how in found), found


@scenario
def state_survives_the_end_of_the_daemon(session):
    user = User(session)
    user.call("SetAccessStatus", "ss", "com.example.player", "granted").value
    user.call("SignIn", "ssa{sv}", "beta.example", "bob", {}).value
    for end in ("stop", "kill"):
        getattr(session.daemons[-1], end)()
        session.start()
        app = App(session)
        expect(app.status(), "granted")
        account = plain(User(session).call("GetAccount").value)
        expect((account["account-provider-identifier"], account["subscriber"]), ("beta.example", "bob"))
