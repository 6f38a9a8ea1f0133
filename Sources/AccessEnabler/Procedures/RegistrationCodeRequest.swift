import Encodings

/// A registration code of the service.
struct RegistrationCode: Sendable, Equatable {
    let code: String
    /// How long it lives, in milliseconds.
    let lifetime: Int64
    /// The page on which people enter it.
    let registrationURL: String?

    /// The default of the service: half an hour.
    private static let defaultLifetime: Int64 = 1_800_000
    /// The longest life that the service gives: ten hours.
    private static let longestLifetime: Int64 = 36_000_000

    /// Reads the service's answer; nil when there is no code in it.
    init?(json: JSONValue?) {
        guard let code = json?["code"]?.text, !code.isEmpty, code.utf8.count <= 64,
            code.utf8.allSatisfy({ (33...126).contains($0) })
        else { return nil }
        self.code = code
        registrationURL = json?["info"]?["registrationURL"]?.text
        // By the service's clock at both ends: the device's may be wrong.
        guard let begin = json?["generated"]?.integer, let end = json?["expires"]?.integer, end > begin, begin >= 0 else {
            lifetime = Self.defaultLifetime
            return
        }
        lifetime = min(end - begin, Self.longestLifetime)
    }
}

/// What comes of a request for a registration code.
enum RegistrationCodeOutcome: Sendable, Equatable {
    /// The code.
    case code(RegistrationCode)
    /// There is none.
    case refused(ServiceOutcome)
}

/// Gets a registration code, to which the service ties the login in a browser: `POST /reggie/v1/{requestor}/regcode`.
struct RegistrationCodeRequest: Procedure {
    let provider: ProviderConfiguration

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .child(.service(let outcome)) = input else {
            var request = HTTPRequest(
                method: "POST", service: provider.service,
                path: "/reggie/v1/\(PercentEncoding.encode(machine.requestor ?? ""))/regcode")
            request.body = .form(machine.parameters(("mvpd", provider.id)) + machine.genericData)
            return .calling(ServiceRequest(request))
        }
        guard case .answer(let answer) = outcome, answer.isSuccess else {
            return .finished(.registrationCode(.refused(outcome)))
        }
        guard let code = RegistrationCode(json: answer.json) else {
            return .finished(.registrationCode(.refused(.foreign("The answer has no registration code."))))
        }
        return .finished(.registrationCode(.code(code)))
    }
}
