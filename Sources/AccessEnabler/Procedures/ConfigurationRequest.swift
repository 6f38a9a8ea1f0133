/// What one service says about a requestor.
struct ConfigurationOutcome: Sendable, Equatable {
    /// The configuration, or the code that says why there is none.
    var result: Result<RequestorConfiguration, Refusal>
    /// Whether the device's clock is far from the service's.
    var isClockWrong: Bool

    /// Why there is no configuration.
    struct Refusal: Error, Equatable {
        let status: StatusReport
    }
}

/// Fetches a requestor's configuration from one service: `GET /api/v1/config/{requestor}`.
struct ConfigurationRequest: Procedure {
    /// How far apart the clocks may be, in milliseconds: five minutes.
    static let tolerance: Int64 = 300_000

    let requestor: String
    let service: String

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .child(.service(let outcome)) = input else {
            var request = HTTPRequest(service: service, path: "/api/v1/config/\(PercentEncoding.encode(requestor))")
            request.query = machine.parameters().filter { $0.name != "requestor" }
            return .calling(ServiceRequest(request))
        }
        return .finished(.configuration(read(outcome, now: machine.now)))
    }

    private func read(_ outcome: ServiceOutcome, now: Int64) -> ConfigurationOutcome {
        guard let answer = outcome.received else {
            let status = outcome.statuses?.first ?? StatusReport("CFG404", message: outcome.reason)
            return ConfigurationOutcome(result: .failure(.init(status: status)), isClockWrong: false)
        }
        let serverTime = answer.headers["date"].flatMap(HTTPDate.milliseconds)
        let isClockWrong = serverTime.map { abs($0 - now) > Self.tolerance } ?? false
        guard answer.isSuccess else {
            return ConfigurationOutcome(result: .failure(.init(status: refusal(answer))), isClockWrong: false)
        }
        guard let json = answer.json,
            let configuration = RequestorConfiguration(json: json, requestor: requestor, service: service)
        else {
            let status = StatusReport("CFG404", message: "The answer is no configuration.")
            return ConfigurationOutcome(result: .failure(.init(status: status)), isClockWrong: false)
        }
        return ConfigurationOutcome(result: .success(configuration), isClockWrong: isClockWrong)
    }

    private func refusal(_ answer: HTTPAnswer) -> StatusReport {
        let message = ServiceOutcome.answer(answer).reason
        switch answer.status {
        case 429, 500...599: return StatusReport("CFG\(answer.status)", message: message)
        case 400, 403: return StatusReport("CFG400", message: message)
        case 404 where answer.json?["code"]?.text == "invalid_requestor": return StatusReport("CFG400", message: message)
        default: return StatusReport("CFG404", message: message)
        }
    }
}
