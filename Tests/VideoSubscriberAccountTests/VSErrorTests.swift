import Foundation
import Testing

@testable import VideoSubscriberAccount

@Suite("VSError")
struct VSErrorTests {
    @Test(
        "codes and raw values are Apple's",
        arguments: [
            (VSError.accessNotGranted, 0), (.unsupportedProvider, 1), (.userCancelled, 2), (.serviceTemporarilyUnavailable, 3),
            (.providerRejected, 4), (.invalidVerificationToken, 5), (.rejected, 6), (.unsupported, 7),
        ])
    func rawValues(code: VSError.Code, raw: Int) {
        #expect(code.rawValue == raw)
        #expect(VSError.Code(rawValue: raw) == code)
        #expect(VSError(code).errorCode == raw)
    }

    @Test("casts with as? VSError, bridges to NSError with domain, code and user information")
    func bridging() {
        let error: any Error = VSError(
            .unsupportedProvider, userInfo: [VSErrorInfoKeyUnsupportedProviderIdentifier: "beta.example"])
        #expect((error as? VSError)?.code == .unsupportedProvider)
        let bridged = error as NSError
        #expect(bridged.domain == "VSErrorDomain")
        #expect(bridged.code == 1)
        #expect(bridged.userInfo["VSErrorInfoKeyUnsupportedProviderIdentifier"] as? String == "beta.example")
    }

    @Test(
        "matches in catch clauses and patterns, also as an NSError",
        arguments: [VSError(.userCancelled), VSError(.userCancelled) as NSError] as [any Error])
    func patterns(error: any Error) {
        func thrower() throws { throw error }
        do {
            try thrower()
            Issue.record("nothing was thrown")
        } catch VSError.accessNotGranted {
            Issue.record("another code matched")
        } catch VSError.userCancelled {
        } catch {
            Issue.record("the code did not match")
        }
    }

    @Test("a code of another domain does not match")
    func otherDomains() {
        let code = VSError.Code.userCancelled
        #expect(!(code ~= NSError(domain: VSPrivateErrorDomain, code: code.rawValue, userInfo: nil)))
        #expect(!(code ~= CancellationError()))
    }

    @Test("printed, it reads as Foundation prints the bridged error")
    func printed() {
        let plain: any Error = VSError(.userCancelled)
        #expect("\(plain)".hasPrefix("Error Domain=VSErrorDomain Code=2 "))
        let error = VSError(.rejected, userInfo: [NSLocalizedDescriptionKey: "No."])
        #expect("\(error)" == "\(NSError(domain: VSErrorDomain, code: 6, userInfo: [NSLocalizedDescriptionKey: "No."]))")
        #expect("\(error)".contains("No.") && String(reflecting: error) == "\(error)")
    }

    @Test("equality compares code and information")
    func equality() {
        #expect(VSError(.rejected) == VSError(.rejected))
        #expect(VSError(.rejected) != VSError(.unsupported))
        #expect(VSError(.rejected, userInfo: ["a": "b"]) != VSError(.rejected))
    }

    @Test("the other raw values of the framework")
    func otherRawValues() {
        #expect(VSCheckAccessOption.prompt.rawValue == "VSCheckAccessOptionPrompt")
        #expect(VSAccountProviderAuthenticationScheme.saml.rawValue == "SAML")
        #expect(VSAccountProviderAuthenticationScheme.api.rawValue == "API")
        #expect((0...3).map { VSAccountAccessStatus(rawValue: $0) } == [.notDetermined, .restricted, .denied, .granted])
        #expect(VSAccountMetadataRequest().supportedAuthenticationSchemes == [.saml])
    }
}
