/// The configuration of a requestor, from one service or several.
struct ConfigurationOutcome: Sendable, Equatable {
    /// The service; of several, the first with a configuration.
    var service: String
    /// The configuration, or the code of the reason why there is none.
    var result: Result<RequestorConfiguration, StatusReport>
    /// Whether the device's clock differs too much from the service's.
    var isClockWrong: Bool

    /// The code of the reason why there is no configuration; nil if there is one.
    var refusal: StatusReport? {
        if case .failure(let refusal) = result { refusal } else { nil }
    }
}
