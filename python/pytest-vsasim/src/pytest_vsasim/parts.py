"""The parts of a device: each method is one command of ``vsactl`` and returns its JSON output."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Protocol


class Runner(Protocol):
    """Runs ``vsactl`` with ``--json``."""

    def vsactl(self, *arguments: str) -> dict[str, Any]: ...


def options(**values: object) -> list[str]:
    """The given options: ``expires_in="30d"`` is ``--expires-in 30d``, True is a flag, False and None are omitted."""
    result: list[str] = []
    for name, value in values.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            result.append(option)
        elif value is not None and value is not False:
            # One word, so that a value with a leading dash is not an option.
            result.append(f"{option}={value}")
    return result


def named(name: str | None) -> list[str]:
    """A given argument, even if it is empty: without it, a command would apply to everything."""
    return [] if name is None else [name]


def switch(value: bool | str | None) -> str | None:
    """``on`` and ``off`` for truth values."""
    return ("on" if value else "off") if isinstance(value, bool) else value


class Part:
    """A part of the device."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def _member(self, name: str, *arguments: str) -> Any:
        return self._runner.vsactl(*arguments).get(name)


class Access(Part):
    """Apps' permission to see the subscription."""

    def set(self, app: str, status: str) -> None:
        """``granted``, ``denied``, ``not-determined`` or ``restricted``."""
        self._runner.vsactl("access", "set", app, status)

    def get(self, app: str) -> str:
        """The app's status."""
        return str(self._member("application", "access", "get", app)["access"])

    def list(self) -> dict[str, str]:
        """The status of every app that the device knows."""
        return {record["id"]: record["access"] for record in self._member("applications", "access", "list")}

    def reset(self, app: str | None = None) -> None:
        """Returns one app, or all, to not determined."""
        self._runner.vsactl("access", "reset", *named(app))


class Account(Part):
    """The account with which the device is signed in."""

    def sign_in(self, provider: str, subscriber: str | None = None, *, expires_in: str | None = None) -> dict[str, Any]:
        """Signs a subscriber in, the provider's first unless named; returns the account."""
        given = options(subscriber=subscriber, expires_in=expires_in)
        account: dict[str, Any] = self._member("account", "account", "sign-in", provider, *given)
        return account

    def sign_out(self, *, keep_access: bool = False) -> None:
        """Signs out; the apps' permissions return to not determined, unless they are kept."""
        self._runner.vsactl("account", "sign-out", *options(keep_access=keep_access))

    def expire(self) -> None:
        """Makes the provider's session expire now."""
        self._runner.vsactl("account", "expire")

    def show(self) -> dict[str, Any] | None:
        """The account; None when no user is signed in."""
        account: dict[str, Any] | None = self._member("account", "account", "show")
        return account


class Answers(Part):
    """Queued answers to upcoming prompts, used in order."""

    def access(self, answer: str, *, app: str | None = None, delay: str | None = None, times: int | None = None) -> None:
        """The answer to whether an app may see the subscription: ``granted``, ``denied`` or ``dismiss``."""
        self._runner.vsactl("answer", "access", answer, *options(app=app, delay=delay, times=times))

    def picker(self, answer: str, *, app: str | None = None, delay: str | None = None, times: int | None = None) -> None:
        """The answer to the list of providers: a provider, ``other`` or ``cancel``."""
        self._runner.vsactl("answer", "picker", answer, *options(app=app, delay=delay, times=times))

    def sign_in(
        self,
        answer: str,
        *,
        provider: str | None = None,
        app: str | None = None,
        delay: str | None = None,
        times: int | None = None,
    ) -> None:
        """The answer to a provider's sign-in form: a subscriber, ``wrong-password`` or ``cancel``."""
        given = options(provider=provider, app=app, delay=delay, times=times)
        self._runner.vsactl("answer", "sign-in", answer, *given)

    def list(self) -> list[dict[str, Any]]:
        """The queued answers."""
        answers: list[dict[str, Any]] = self._member("answers", "answer", "list")
        return answers

    def clear(self) -> None:
        """Removes the queued answers."""
        self._runner.vsactl("answer", "clear")

    def unanswered(self, policy: str) -> None:
        """The handling of prompts without an answer: ``agent``, ``dismiss`` or ``hang``."""
        self._runner.vsactl("answer", "unanswered", policy)


class Region(Part):
    """The device's region."""

    def get(self) -> str:
        """ISO 3166-1 alpha-2."""
        return str(self._member("region", "region", "get"))

    def set(self, code: str) -> None:
        """ISO 3166-1 alpha-2, such as ``US``."""
        self._runner.vsactl("region", "set", code)


class Providers(Part):
    """The TV providers."""

    def list(self) -> list[dict[str, Any]]:
        """All of them."""
        providers: list[dict[str, Any]] = self._member("providers", "provider", "list")
        return providers

    def show(self, provider: str) -> dict[str, Any]:
        """One, by its identifier on the device or at the service."""
        record: dict[str, Any] = self._member("provider", "provider", "show", provider)
        return record


class Faults(Part):
    """Faults of the device and the service, on demand; `reset` removes them."""

    def add(
        self,
        point: str,
        *,
        app: str | None = None,
        error: str | None = None,
        saml: str | None = None,
        status: int | None = None,
        delay: str | None = None,
        jitter: str | None = None,
        bandwidth: int | None = None,
        hang: bool = False,
        disconnect: bool = False,
        times: int | None = None,
        after: int | None = None,
        percent: int | None = None,
        from_: str | None = None,
        for_: str | None = None,
        id: str | None = None,
    ) -> dict[str, Any]:
        """Adds a fault at a point such as ``device.metadata`` or ``service.authorize``; returns it. ``id`` is its name."""
        given = options(
            app=app, error=error, saml=saml, status=status, delay=delay, jitter=jitter, hang=hang, disconnect=disconnect,
            bandwidth=bandwidth, times=times, after=after, percent=percent, from_=from_, for_=for_, id=id,
        )  # fmt: skip
        fault: dict[str, Any] = self._member("faults", "fault", "add", point, *given)[-1]
        return fault

    def list(self) -> list[dict[str, Any]]:
        """The current faults."""
        faults: list[dict[str, Any]] = self._member("faults", "fault", "list")
        return faults

    def release(self, point: str) -> None:
        """Releases the calls that hang at a point, or because of the fault with this name."""
        self._runner.vsactl("fault", "release", point)

    def clear(self, id: str | None = None) -> None:
        """Removes one fault by its name, or every fault; calls that hang continue."""
        self._runner.vsactl("fault", "clear", *named(id))


class Clock(Part):
    """The clocks of device and service; both unless ``on`` says ``device`` or ``service``."""

    def show(self) -> dict[str, Any]:
        """How the clocks are set."""
        return self._runner.vsactl("clock", "show")

    def advance(self, time: str, *, on: str | None = None) -> None:
        """Advances by ``90s``, ``5m``, ``2h`` or ``30d``; what expires within this time has then expired."""
        self._runner.vsactl("clock", "advance", time, *options(for_=on))

    def freeze(self, date: str | None = None, *, on: str | None = None) -> None:
        """Stops, at a date (RFC 3339) or now."""
        self._runner.vsactl("clock", "freeze", *named(date), *options(for_=on))

    def resume(self, *, on: str | None = None) -> None:
        """Continues from where it stopped."""
        self._runner.vsactl("clock", "resume", *options(for_=on))

    def reset(self, *, on: str | None = None) -> None:
        """Returns to the machine's time."""
        self._runner.vsactl("clock", "reset", *options(for_=on))


class Integrations(Part):
    """The integrations of requestors and providers, at the service."""

    def list(self, requestor: str | None = None) -> list[dict[str, Any]]:
        """All, or one requestor's."""
        integrations: list[dict[str, Any]] = self._member("integrations", "integration", "list", *options(requestor=requestor))
        return integrations

    def set(
        self,
        requestor: str,
        provider: str,
        *,
        enabled: bool | None = None,
        sso: bool | str | None = None,
        degraded: str | None = None,
        authn_ttl: str | None = None,
        authz_ttl: str | None = None,
    ) -> dict[str, Any]:
        """Changes one. ``sso`` is True, False, or by platform: ``ios=on,tvos=off``; returns its new state."""
        given = options(
            enabled=switch(enabled), sso=switch(sso), degraded=degraded, authn_ttl=authn_ttl, authz_ttl=authz_ttl
        )
        changed: dict[str, Any] = self._member("integrations", "integration", "set", requestor, provider, *given)[0]
        return changed


class Scenarios(Part):
    """Complete setups from files."""

    def load(self, scenario: str | os.PathLike[str]) -> dict[str, Any]:
        """Loads one by its name or file; from then on, `reset` returns to it."""
        return self._runner.vsactl("scenario", "load", os.fspath(scenario))

    def names(self) -> Sequence[str]:
        """Those that come with the simulator."""
        return [record["name"] for record in self._member("scenarios", "scenario", "list")]
