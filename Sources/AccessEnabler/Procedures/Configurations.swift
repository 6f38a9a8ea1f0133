/// Fetches a requestor's configuration from several services side by side, and merges what comes.
///
/// One service that has the configuration is enough. Once there is one, the others are waited for no longer than
/// ``patience``; each MVPD belongs to the service that was the first to name it.
struct Configurations: Procedure {
    /// How long slower services are waited for when another has answered, from the beginning, in milliseconds.
    static let patience: Int64 = 10_000

    private let requestor: String
    private let services: [String]
    private var outcomes: [ConfigurationOutcome] = []
    private var isOverdue = false

    init(requestor: String, services: [String]) {
        self.requestor = requestor
        self.services = services
    }

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

    /// What has come, in the order in which it came; without any configuration what says most about why.
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
        let telling = refusals.first { $0.refusal?.errorID != "CFG404" }
        let silent = ConfigurationOutcome(
            service: "", result: .failure(.init(status: StatusReport("CFG404"))), isClockWrong: false)
        return merged ?? telling ?? refusals.first ?? silent
    }
}
