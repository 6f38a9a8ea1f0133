import Encodings
import ServiceAccess

/// Requests a registration code, which the service associates with a login in a browser: `POST /reggie/v1/{requestor}/regcode`.
struct RegistrationCodeRequest: Procedure {
    let provider: ProviderConfiguration

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .child(.service(let outcome)) = input else {
            let path = "/reggie/v1/\(PercentEncoding.encode(machine.requestor ?? ""))/regcode"
            return .calling(machine.loginRequest(path, at: provider.service, ["mvpd": provider.id]))
        }
        guard case .answer(let answer) = outcome, answer.isSuccess else {
            return .finished(.registrationCode(.failure(outcome)))
        }
        guard let code = RegistrationCode(json: answer.json) else {
            return .finished(.registrationCode(.failure(.foreign("The answer has no registration code."))))
        }
        return .finished(.registrationCode(.success(code)))
    }
}
