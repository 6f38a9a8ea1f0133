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
        let merged = merged
        let isEnough = isOverdue && (try? merged.result.get()) != nil
        return outcomes.count == services.count || isEnough ? .finished(.configuration(merged)) : .waiting
    }

    /// The answers, in order of arrival; without any configuration, the most informative reason.
    private var merged: ConfigurationOutcome {
        var merged: ConfigurationOutcome?
        for outcome in outcomes {
            guard case .success(let added) = outcome.result else { continue }
            guard var known = merged, case .success(var configuration) = known.result else {
                merged = outcome
                continue
            }
            configuration.merge(added)
            known.result = .success(configuration)
            known.isClockWrong = known.isClockWrong || outcome.isClockWrong
            merged = known
        }
        let refusals = services.compactMap { service in outcomes.first { $0.service == service } }
        let telling = refusals.first { $0.refusal?.errorID != StatusCode.cfg404.rawValue }
        let silent = ConfigurationOutcome(service: "", result: .failure(StatusReport(.cfg404)), isClockWrong: false)
        return merged ?? telling ?? refusals.first ?? silent
    }
}
