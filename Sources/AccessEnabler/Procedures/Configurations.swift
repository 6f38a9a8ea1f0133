/// Requests a requestor's configuration from several services in parallel, and merges the answers.
///
/// One service with a configuration is sufficient. Once there is one, the others are waited for until ``patience`` has passed.
/// Each MVPD belongs to the service that was the first to report it.
struct Configurations: Procedure {
    /// The time for slower services after another has answered, from the start, in milliseconds.
    static let patience: Int64 = 10_000

    let requestor: String
    let services: [String]
    var outcomes: [ConfigurationOutcome] = []
    var isOverdue = false

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.configuration(let outcome)): outcomes.append(outcome)
        case .child: isOverdue = true
        default:
            let requests: [any Procedure] = services.map { ConfigurationRequest(requestor: requestor, service: $0) }
            return .calling(services.count > 1 ? requests + [Wait(milliseconds: Self.patience)] : requests)
        }
        // In order of arrival.
        let configurations = outcomes.compactMap { try? $0.result.get() }
        guard outcomes.count == services.count || isOverdue && !configurations.isEmpty else { return .waiting }
        guard var merged = configurations.first else { return .finished(.configuration(mostInformative)) }
        for other in configurations.dropFirst() { merged.merge(other) }
        let isClockWrong = outcomes.contains(where: \.isClockWrong)
        return .finished(.configuration(ConfigurationOutcome(result: .success(merged), isClockWrong: isClockWrong)))
    }

    /// The refusal that says most, in the app's order of the services.
    private var mostInformative: ConfigurationOutcome {
        let refusals = services.compactMap { service in outcomes.first { $0.service == service } }
        let informative = refusals.first { $0.refusal?.errorID != StatusCode.cfg404.rawValue }
        return informative ?? refusals.first ?? ConfigurationOutcome(result: .failure(StatusReport(.cfg404)))
    }
}
