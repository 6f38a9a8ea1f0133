import Dates
import Encodings
import ServiceAccess

/// The configurations that several services have answered with so far.
struct Configurations: Sendable {
    /// The time, from the start, for which slower services are awaited once another has answered, in milliseconds.
    static let patience: Int64 = 10_000
    /// The maximum difference between the clocks, in milliseconds: five minutes.
    private static let tolerance: Int64 = 300_000

    fileprivate let services: [String]
    /// The configurations, or the status reports of the refusals, in order of arrival.
    fileprivate var results: [(service: String, result: Result<RequestorConfiguration, StatusReport>)] = []
    /// Whether the device's clock differs too much from that of a service with a configuration.
    fileprivate(set) var isClockWrong = false
    fileprivate var isOverdue = false

    private var received: [RequestorConfiguration] { results.compactMap { try? $0.result.get() } }

    /// Whether all services have answered, or one has a configuration and the others are too late.
    fileprivate var isComplete: Bool { results.count == services.count || isOverdue && !received.isEmpty }

    /// The merged configuration, or else the most specific refusal, in the app's order of the services.
    var merged: Result<RequestorConfiguration, StatusReport> {
        guard var merged = received.first else {
            let refusals = services.compactMap { service in results.first { $0.service == service }?.result }
            let notFound = StatusCode.cfg404.rawValue
            let informative = refusals.first { if case .failure(let refusal) = $0 { refusal.errorID != notFound } else { false } }
            return informative ?? refusals.first ?? .failure(StatusReport(.cfg404))
        }
        for other in received.dropFirst() { merged.merge(other) }
        return .success(merged)
    }

    /// Adds what a service has answered for a requestor.
    fileprivate mutating func add(_ outcome: ServiceOutcome, of service: String, _ requestor: String, now: Int64) {
        let result = Self.read(outcome, of: service, requestor)
        results.append((service, result))
        guard case .success = result, let date = outcome.received?.headers["date"].flatMap(HTTPDate.milliseconds) else { return }
        isClockWrong = isClockWrong || abs(date - now) > Self.tolerance
    }

    private static func read(
        _ outcome: ServiceOutcome, of service: String, _ requestor: String
    ) -> Result<RequestorConfiguration, StatusReport> {
        guard let answer = outcome.received else {
            return .failure(outcome.statuses.first ?? StatusReport(.cfg404, message: outcome.reason))
        }
        guard answer.isSuccess else { return .failure(refusal(answer)) }
        let configuration = answer.json.flatMap { RequestorConfiguration(json: $0, requestor: requestor, service: service) }
        let unreadable = StatusReport(.cfg404, message: "\(service) returned no configuration.")
        return configuration.map(Result.success) ?? .failure(unreadable)
    }

    private static func refusal(_ answer: HTTPAnswer) -> StatusReport {
        let message = ServiceOutcome.answer(answer).reason
        let json = answer.json
        switch answer.status {
        case 429, 500...599: return StatusReport(errorID: StatusCode.configuration(answer.status), message: message)
        // Without an error document of the service, the answer comes from an intermediary.
        case 400 where json != nil: return StatusReport(.cfg400, message: message)
        case 403 where json != nil: return StatusReport(.sec403, message: message)
        case 404 where json?["code"]?.text == "invalid_requestor": return StatusReport(.cfg400, message: message)
        default: return StatusReport(.cfg404, message: message)
        }
    }
}

extension EntitlementMachine {
    /// Requests a requestor's configuration from several services in parallel: `GET /api/v1/config/{requestor}`.
    ///
    /// One service with a configuration is sufficient. Once there is one, the others are waited for until
    /// ``Configurations/patience`` has passed. Each MVPD belongs to the service that was the first to report it.
    mutating func requestConfigurations(
        of requestor: String, from services: [String], then next: @escaping Continuation<Configurations>
    ) {
        let path = "/api/v1/config/\(PercentEncoding.encode(requestor))"
        var steps = services.map { service -> ConcurrentStep<Configurations> in
            { machine, report in
                let request = HTTPRequest(service: service, path: path, query: machine.deviceParameters())
                machine.requestService(request) { outcome, machine in
                    report({ [now = machine.now] in $0.add(outcome, of: service, requestor, now: now) }, &machine)
                }
            }
        }
        if services.count > 1 {
            steps.append { machine, report in
                machine.wait(milliseconds: Configurations.patience) { report({ $0.isOverdue = true }, &$0) }
            }
        }
        runTogether(Configurations(services: services), steps, until: \.isComplete, then: next)
    }
}
