@_spi(Testing) import SAML
import Testing

@Suite("Refusals")
struct RefusalTests {
    @Test("every check has a case")
    func everyCheckHasACase() {
        let covered = Set((HostileCase.ofResponses + HostileCase.ofRequests).map(\.check))
        #expect(covered == Set(Check.allCases))
    }

    @Test("a response is rejected with its own code, and accepted when its check is left out", arguments: HostileCase.ofResponses)
    func response(_ hostile: HostileCase) throws {
        try expectRefusal(of: hostile) { (document, skipping) throws(SAMLError) in
            _ = try Fixture.verify(document, policy: Fixture.responsePolicy(skipping: skipping))
        }
    }

    @Test("a request is rejected with its own code, and accepted when its check is left out", arguments: HostileCase.ofRequests)
    func request(_ hostile: HostileCase) throws {
        try expectRefusal(of: hostile) { (document, skipping) throws(SAMLError) in
            _ = try Fixture.verifyRequest(document, policy: Fixture.requestPolicy(skipping: skipping))
        }
    }

    /// Expects that a document is rejected, whichever check is left out except its own.
    private func expectRefusal(
        of hostile: HostileCase, _ verify: ([UInt8], Set<Check>) throws(SAMLError) -> Void
    ) throws {
        let document = try hostile.document()
        #expect(throws: SAMLError(hostile.code, "")) { try verify(document, []) }
        for check in Check.allCases {
            let outcome: HostileCase.Outcome
            do throws(SAMLError) {
                try verify(document, [check])
                outcome = .accepted
            } catch {
                outcome = .refused(error.code)
            }
            #expect(outcome == (check == hostile.check ? hostile.withoutCheck : .refused(hostile.code)), "without \(check)")
        }
    }

    @Test("names are compared by their bytes: another notation of a character is another name")
    func notation() throws {
        let (name, other) = ("https://caf\u{E9}.example", "https://cafe\u{301}.example")
        #expect(name == other)
        func verify(_ change: (inout Response) -> Void) throws(SAMLError) {
            let signed = try Fixture.response {
                $0.issuer = name
                $0.destination = name
                $0.assertion?.issuer = name
                $0.assertion?.audience = name
                change(&$0)
            }.signed(with: Fixture.providerKey)
            var policy = Fixture.responsePolicy()
            (policy.expectedIssuer, policy.expectedAudience, policy.expectedRecipient) = (name, name, name)
            _ = try Fixture.verify(signed.utf8, policy: policy)
        }
        try verify { _ in }
        #expect(throws: SAMLError(.wrongIssuer, "")) { try verify { $0.issuer = other } }
        #expect(throws: SAMLError(.wrongIssuer, "")) { try verify { $0.assertion?.issuer = other } }
        #expect(throws: SAMLError(.wrongAudience, "")) { try verify { $0.assertion?.audience = other } }
        #expect(throws: SAMLError(.wrongRecipient, "")) { try verify { $0.assertion?.recipient = other } }
        #expect(throws: SAMLError(.wrongDestination, "")) {
            try verify {
                $0.destination = other
                $0.assertion?.recipient = name
            }
        }
    }

    @Test("the comment that an attacker inserts does not change what is read")
    func commentIsNotRead() throws {
        let text = try Hostile.signed().replacingFirst(">alice</saml:NameID>", with: ">ali<!-- -->ce</saml:NameID>")
        #expect(try Fixture.verify(text, skipping: [.comments]).assertion?.subjectNameID == "alice")
    }
}
