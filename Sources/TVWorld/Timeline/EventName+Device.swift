/// What the device tells. The names are those of AccountCore's `JournalEvent`.
extension EventName {
    private static let provider = "account-provider-identifier"
    private static let expiry = "authentication-expiration-date"
    private static let failure = ["result", "error", "message", "unsupported-provider-identifier"]
    private static let prompt = ["request", "prompt", "prompt-id"]
    private static let agent = ["agent", "name", "process-id"]

    private static func event(_ name: String, _ details: [String], _ meaning: String) -> EventName {
        EventName(name, [.device], details, meaning)
    }

    static let device: [EventName] = [
        event("app.registered", ["usage-description"], "An app said who it is."),
        event("access.checked", ["access-status"] + failure, "An app asked for its permission."),
        event("access.changed", ["access-status", "previous-status"], "An app's permission changed."),
        event("metadata.queried", [provider, "authentication-scheme"] + failure, "An app asked for metadata."),
        event("account.signed-in", [provider, "subscriber", expiry], "Somebody signed in."),
        event("account.remembered", [provider], "A provider that the platform cannot sign in to was picked."),
        event("account.signed-out", [provider, "subscriber", "keep-access"], "The account was removed."),
        event("account.expired", [provider, "subscriber"], "The account's authentication ended."),
        event("account.renewed", [provider, "subscriber", expiry], "A provider renewed the authentication without asking."),
        event("region.changed", ["region"], "The device was moved."),
        event("service.trusted", ["service-entity-id"], "A service's metadata was accepted."),
        event("key.created", [provider], "A provider's signing key was made."),
        event("device.reset", ["empty"], "The device went back to its baseline."),
        event("request.opened", ["request", "kind"], "A request that may interrupt was made."),
        event("request.completed", ["request"], "It completed."),
        event("request.failed", ["request", "error", "message"], "It failed, or was cancelled."),
        event("request.abandoned", ["request"], "Its caller left the bus."),
        event("prompt.opened", prompt, "A question was put to the person."),
        event("prompt.answered", prompt + ["answer", "answered-by"], "Somebody answered it."),
        event("prompt.ended", prompt + ["reason"], "It ended without an answer; the reason says why."),
        event("provider.confirmed", ["request", provider, "allow"], "The app said whether a provider may be signed in to."),
        event("agent.registered", agent, "An agent said that it answers prompts."),
        event("agent.unregistered", agent + ["reason"], "An agent does so no more; the reason says why."),
        event("agent.failed", prompt + ["answered-by", "reason"], "An agent left without an answer."),
        event(
            "agent.nonsense", prompt + ["answered-by", "reason"], "An answer did not fit the question; the next one is asked."),
        event("developer.setting-changed", ["setting", "value", "reset"], "A developer setting changed."),
        event(
            "developer.provider-changed", ["change", provider, "previous-identifier"],
            "A developer provider was added, edited or removed."),
        event("user-account.updated", ["signed-out", "removed"], "An app changed its user account."),
        event(
            "auto-sign-in.changed", ["token", "authorization"],
            "An app stored or removed its automatic-sign-in token, or the person decided about it."),
    ]
}
