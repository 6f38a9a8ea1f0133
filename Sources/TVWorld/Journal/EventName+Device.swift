/// The events of the device.
extension EventName {
    private static let provider = "account-provider-identifier"
    private static let expiry = "authentication-expiration-date"
    private static let failure = ["result", "error", "message", "unsupported-provider-identifier"]
    private static let prompt = ["request", "prompt", "prompt-id"]
    private static let agent = ["agent", "name", "process-id"]

    private static func event(_ event: JournalEvent, _ details: [String], _ meaning: String) -> EventName {
        EventName(event, [.device], details, meaning)
    }

    static let device: [EventName] = [
        event(.appRegistered, ["usage-description"], "An app said who it is."),
        event(.accessChecked, ["access-status"] + failure, "An app asked for its permission."),
        event(.accessChanged, ["access-status", "previous-status"], "An app's permission changed."),
        event(.metadataQueried, [provider, "authentication-scheme"] + failure, "An app asked for metadata."),
        event(.accountSignedIn, [provider, "subscriber", expiry], "Somebody signed in."),
        event(.accountRemembered, [provider], "A provider that the platform cannot sign in to was picked."),
        event(.accountSignedOut, [provider, "subscriber", "keep-access"], "The account was removed."),
        event(.accountExpired, [provider, "subscriber"], "The account's authentication ended."),
        event(.accountRenewed, [provider, "subscriber", expiry], "A provider renewed the authentication without asking."),
        event(.regionChanged, ["region"], "The device was moved."),
        event(.serviceTrusted, ["service-entity-id"], "A service's metadata was accepted."),
        event(.keyCreated, [provider], "A provider's signing key was made."),
        event(.deviceReset, ["empty"], "The device went back to its baseline."),
        event(.requestOpened, ["request", "kind"], "A request that may interrupt was made."),
        event(.requestCompleted, ["request"], "It completed."),
        event(.requestFailed, ["request", "error", "message"], "It failed, or was cancelled."),
        event(.requestAbandoned, ["request"], "Its caller left the bus."),
        event(.promptOpened, prompt, "A question was put to the person."),
        event(.promptAnswered, prompt + ["answer", "answered-by"], "Somebody answered it."),
        event(.promptEnded, prompt + ["reason"], "It ended without an answer; the reason says why."),
        event(.providerConfirmed, ["request", provider, "allow"], "The app said whether a provider may be signed in to."),
        event(.agentRegistered, agent, "An agent said that it answers prompts."),
        event(.agentUnregistered, agent + ["reason"], "An agent does so no more; the reason says why."),
        event(.agentFailed, prompt + ["answered-by", "reason"], "An agent left without an answer."),
        event(
            .agentNonsense, prompt + ["answered-by", "reason"], "An answer did not fit the question; the next one is asked."),
        event(.developerSettingChanged, ["setting", "value", "reset"], "A developer setting changed."),
        event(
            .developerProviderChanged, ["change", provider, "previous-identifier"],
            "A developer provider was added, edited or removed."),
        event(.userAccountUpdated, ["signed-out", "removed"], "An app changed its user account."),
        event(
            .autoSignInChanged, ["token", "authorization"],
            "An app stored or removed its automatic-sign-in token, or the person decided about it."),
    ]
}
