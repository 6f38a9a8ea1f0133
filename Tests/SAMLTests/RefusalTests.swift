@_spi(Testing) import SAML
import Testing

@Suite("Refusals")
struct RefusalTests {
    @Test("every check has a case")
    func everyCheckHasACase() {
        let covered = Set((HostileCase.ofResponses + HostileCase.ofRequests).map(\.check))
        #expect(covered == Set(Check.allCases))
    }

    @Test("a response is rejected with its own code", arguments: HostileCase.ofResponses)
    func response(_ hostile: HostileCase) throws {
        let document = try hostile.document()
        let error = #expect(throws: SAMLError.self) { try verifyResponse(document, skipping: []) }
        #expect(error?.code == hostile.code, "\(error?.description ?? "")")
    }

    @Test("a response is accepted when exactly its check is omitted", arguments: HostileCase.ofResponses)
    func responseWithoutOneCheck(_ hostile: HostileCase) throws {
        let document = try hostile.document()
        for check in Check.allCases {
            let outcome = outcome { () throws(SAMLError) in try verifyResponse(document, skipping: [check]) }
            let expected = check == hostile.check ? hostile.withoutCheck : .refused(hostile.code)
            #expect(outcome == expected, "without \(check)")
        }
    }

    @Test("a request is rejected with its own code", arguments: HostileCase.ofRequests)
    func request(_ hostile: HostileCase) throws {
        let document = try hostile.document()
        let error = #expect(throws: SAMLError.self) { try verifyRequest(document, skipping: []) }
        #expect(error?.code == hostile.code, "\(error?.description ?? "")")
    }

    @Test("a request is accepted when exactly its check is omitted", arguments: HostileCase.ofRequests)
    func requestWithoutOneCheck(_ hostile: HostileCase) throws {
        let document = try hostile.document()
        for check in Check.allCases {
            let outcome = outcome { () throws(SAMLError) in try verifyRequest(document, skipping: [check]) }
            let expected = check == hostile.check ? hostile.withoutCheck : .refused(hostile.code)
            #expect(outcome == expected, "without \(check)")
        }
    }

    @Test("the comment that an attacker inserts does not change what is read")
    func commentIsNotRead() throws {
        let text = try Hostile.signed().replacingFirst(">alice</saml:NameID>", with: ">ali<!-- -->ce</saml:NameID>")
        #expect(try Fixture.verify(text, skipping: [.comments]).assertion?.subjectNameID == "alice")
    }

    @Test("the forged HMAC is correct")
    func digestOfTheForgery() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let digits = Array("0123456789abcdef")
        let text = SHA256Digest.of(Array("abc".utf8)).map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
        #expect(text == expected)
    }

    private func verifyResponse(_ document: [UInt8], skipping: Set<Check>) throws(SAMLError) -> Response {
        try Response.verify(
            document, certificates: [Fixture.providerKey.certificate], policy: Fixture.responsePolicy(skipping: skipping))
    }

    private func verifyRequest(_ document: [UInt8], skipping: Set<Check>) throws(SAMLError) -> AuthnRequest {
        try AuthnRequest.verify(
            document, certificates: [Fixture.serviceKey.certificate], policy: Fixture.requestPolicy(skipping: skipping))
    }

    private func outcome<Value>(_ body: () throws(SAMLError) -> Value) -> HostileCase.Outcome {
        do throws(SAMLError) {
            _ = try body()
            return .accepted
        } catch {
            return .refused(error.code)
        }
    }
}
