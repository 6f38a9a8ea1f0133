/// The events of the device.
extension EventName {
    private static let provider = "account-provider-identifier"
    private static let expiry = "authentication-expiration-date"
    private static let failure = ["result", "error", "message", "unsupported-provider-identifier"]
    private static let prompt = ["request", "prompt", "prompt-id"]
    private static let agent = ["agent", "name", "process-id"]

    private static func event(_ event: JournalEvent, _ details: [String], _ meaning: String) -> EventName {
        EventName(event.rawValue, [.device], details, meaning)
    }

    static let device: [EventName] = [
        event(.appRegistered, ["usage-description"], "An app registered its identity."),
        event(.accessChecked, ["access-status"] + failure, "An app checked or requested access."),
        event(.accessChanged, ["access-status", "previous-status"], "An app's permission changed."),
        event(.metadataQueried, [provider, "authentication-scheme"] + failure, "An app requested metadata."),
        event(.accountSignedIn, [provider, "subscriber", expiry], "A subscriber signed in."),
        event(.accountRemembered, [provider], "A provider that the platform cannot sign in to was picked."),
        event(.accountSignedOut, [provider, "subscriber", "keep-access"], "The account was removed."),
        event(.accountExpired, [provider, "subscriber"], "The account's authentication expired."),
        event(
            .accountRenewed, [provider, "subscriber", expiry], "A provider renewed the authentication without prompting the user."
        ),
        event(.regionChanged, ["region"], "The device's region changed."),
        event(.serviceTrusted, ["service-entity-id"], "A service's metadata was accepted."),
        event(.keyCreated, [provider], "A provider's signing key was generated."),
        event(.deviceReset, ["empty"], "The device was reset."),
        event(.requestOpened, ["request", "kind"], "A request that may prompt the user was made."),
        event(.requestCompleted, ["request"], "The request completed."),
        event(.requestFailed, ["request", "error", "message"], "The request failed or was cancelled."),
        event(.requestAbandoned, ["request"], "The request's caller left the bus."),
        event(.promptOpened, prompt, "A prompt was opened."),
        event(.promptAnswered, prompt + ["answer", "answered-by"], "The prompt was answered."),
        event(.promptEnded, prompt + ["reason"], "The prompt ended without an answer, for the given reason."),
        event(.providerConfirmed, ["request", provider, "allow"], "The app allowed or refused the chosen provider."),
        event(.agentRegistered, agent, "An agent registered."),
        event(.agentUnregistered, agent + ["reason"], "An agent was removed, for the given reason."),
        event(.agentFailed, prompt + ["answered-by", "reason"], "An agent failed to answer."),
        event(
            .agentNonsense, prompt + ["answered-by", "reason"], "An agent's answer was invalid; the next agent is asked."),
        event(.developerSettingChanged, ["setting", "value", "reset"], "A developer setting changed."),
        event(
            .developerProviderChanged, ["change", provider, "previous-identifier"],
            "A developer provider was added, edited or removed."),
        event(.userAccountUpdated, ["signed-out"], "An app changed its user account."),
        event(
            .autoSignInChanged, ["token", "authorization"],
            "An app stored or removed its automatic-sign-in token, or the user decided about it."),
        event(.entriesLost, ["count"], "The preceding entries were lost: calls arrived faster than the journal was written."),
    ]
}
