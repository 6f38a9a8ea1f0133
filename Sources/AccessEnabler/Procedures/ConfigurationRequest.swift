import Dates
import Encodings
import ServiceAccess

/// Requests a requestor's configuration from one service: `GET /api/v1/config/{requestor}`.
struct ConfigurationRequest: Procedure {
    /// The maximum difference between the clocks, in milliseconds: five minutes.
    static let tolerance: Int64 = 300_000

    let requestor: String
    let service: String

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .child(.service(let outcome)) = input else {
            let path = "/api/v1/config/\(PercentEncoding.encode(requestor))"
            return .calling(ServiceRequest(HTTPRequest(service: service, path: path, query: machine.deviceParameters())))
        }
        return .finished(.configuration(read(outcome, now: machine.now)))
    }

    private func read(_ outcome: ServiceOutcome, now: Int64) -> ConfigurationOutcome {
        guard let answer = outcome.received else {
            return refused(outcome.statuses.first ?? StatusReport(.cfg404, message: outcome.reason))
        }
        let serverTime = answer.headers["date"].flatMap(HTTPDate.milliseconds)
        let isClockWrong = serverTime.map { abs($0 - now) > Self.tolerance } ?? false
        guard answer.isSuccess else { return refused(refusal(answer)) }
        guard let json = answer.json,
            let configuration = RequestorConfiguration(json: json, requestor: requestor, service: service)
        else { return refused(StatusReport(.cfg404, message: "\(service) answers with no configuration.")) }
        return ConfigurationOutcome(service: service, result: .success(configuration), isClockWrong: isClockWrong)
    }

    private func refused(_ status: StatusReport) -> ConfigurationOutcome {
        ConfigurationOutcome(service: service, result: .failure(status))
    }

    private func refusal(_ answer: HTTPAnswer) -> StatusReport {
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
