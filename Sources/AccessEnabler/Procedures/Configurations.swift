import Dates
import Encodings
import ServiceAccess

/// The configurations that several services have answered with so far.
struct Configurations: Sendable {
    /// The time for slower services after another has answered, from the start, in milliseconds.
    static let patience: Int64 = 10_000
    /// The maximum difference between the clocks, in milliseconds: five minutes.
    fileprivate static let tolerance: Int64 = 300_000

    fileprivate let services: [String]
    /// In order of arrival.
    fileprivate var outcomes: [ConfigurationOutcome] = []
    fileprivate var isOverdue = false

    private var received: [RequestorConfiguration] { outcomes.compactMap { try? $0.result.get() } }

    /// Whether all services have answered, or one with a configuration and the others too late.
    fileprivate var isComplete: Bool { outcomes.count == services.count || isOverdue && !received.isEmpty }

    /// The merged configuration, or else the refusal that says most, in the app's order of the services.
    fileprivate var merged: ConfigurationOutcome {
        guard var merged = received.first else {
            let refusals = services.compactMap { service in outcomes.first { $0.service == service } }
            let informative = refusals.first { $0.refusal?.errorID != StatusCode.cfg404.rawValue }
            return informative ?? refusals.first ?? ConfigurationOutcome(result: .failure(StatusReport(.cfg404)))
        }
        for other in received.dropFirst() { merged.merge(other) }
        return ConfigurationOutcome(result: .success(merged), isClockWrong: outcomes.contains(where: \.isClockWrong))
    }
}

extension EntitlementMachine {
    /// Requests a requestor's configuration from several services in parallel, and merges the answers.
    ///
    /// One service with a configuration is sufficient. Once there is one, the others are waited for until
    /// ``Configurations/patience`` has passed. Each MVPD belongs to the service that was the first to report it.
    mutating func requestConfigurations(
        of requestor: String, from services: [String], then next: @escaping Continuation<ConfigurationOutcome>
    ) {
        var steps = services.map { service -> ConcurrentStep<Configurations> in
            { machine, report in
                machine.requestConfiguration(of: requestor, from: service) { outcome, machine in
                    report({ $0.outcomes.append(outcome) }, &machine)
                }
            }
        }
        if services.count > 1 {
            steps.append { machine, report in
                machine.wait(milliseconds: Configurations.patience) { report({ $0.isOverdue = true }, &$0) }
            }
        }
        runTogether(Configurations(services: services), steps, until: \.isComplete) { next($0.merged, &$1) }
    }

    /// Requests the configuration from one service: `GET /api/v1/config/{requestor}`.
    private mutating func requestConfiguration(
        of requestor: String, from service: String, then next: @escaping Continuation<ConfigurationOutcome>
    ) {
        let path = "/api/v1/config/\(PercentEncoding.encode(requestor))"
        requestService(HTTPRequest(service: service, path: path, query: deviceParameters())) { outcome, machine in
            next(ConfigurationOutcome(outcome, requestor: requestor, service: service, now: machine.now), &machine)
        }
    }
}

extension ConfigurationOutcome {
    fileprivate init(_ outcome: ServiceOutcome, requestor: String, service: String, now: Int64) {
        self.service = service
        guard let answer = outcome.received else {
            result = .failure(outcome.statuses.first ?? StatusReport(.cfg404, message: outcome.reason))
            return
        }
        guard answer.isSuccess else {
            result = .failure(Self.refusal(answer))
            return
        }
        guard let json = answer.json,
            let configuration = RequestorConfiguration(json: json, requestor: requestor, service: service)
        else {
            result = .failure(StatusReport(.cfg404, message: "\(service) answers with no configuration."))
            return
        }
        result = .success(configuration)
        let serverTime = answer.headers["date"].flatMap(HTTPDate.milliseconds)
        isClockWrong = serverTime.map { abs($0 - now) > Configurations.tolerance } ?? false
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
