/// The subject of a row of the panel: what the row shows or changes.
public enum Setting: Sendable, Hashable {
    // Account
    case provider, subscriber, signedIn, expiry, expire, signOut, region, signIn
    case subscriberOfProvider(String)
    case regionOnly
    // Apps
    case access(String)
    case application(String)
    case identification(String)
    case usage(String)
    case lastUse(String)
    case resetAccess(String)
    case resetAllAccess
    case event(Int64)
    // Developer
    case developer(String)
    case newProvider
    case editProvider(String)
    case providerField(ProviderField)
    case saveProvider
    case removeProvider(String)
    // Testing
    case unanswered
    case answer(UInt32)
    case answerPrompt, answerValue, answerApplication, addAnswer, clearAnswers
    case fault(String)
    case faultPreset, addFault, clearFaults
    case clock, advance, freeze, resetClock
    case scenario, loadScenario, reset, snapshot, serviceStatus, connectService, dashboard

    /// The fields of a developer provider.
    public enum ProviderField: Sendable, Hashable, CaseIterable {
        case identifier, name, url, scheme, systemTrust
    }
}
