@_spi(Testing) import SAML
import TVWorld
import Testing

@Suite("Messages in URLs (HTTP-Redirect)")
struct RedirectTests {
    private static func query(
        relayState: String? = "relay-1", key: SigningKey = Fixture.serviceKey, _ change: (inout AuthnRequest) -> Void = { _ in }
    ) throws -> String {
        let url = try Fixture.request(change).redirectURL(relayState: relayState, signedWith: key)
        return url.query
    }

    /// A text as message, signed by the service.
    private static func query(xml: String) throws -> String {
        let url = try RedirectBinding.url("", .request, xml: xml, relayState: nil, key: Fixture.serviceKey)
        return String(url.dropFirst())
    }

    private static var xml: String {
        get throws {
            let template = try Hostile.requestTemplate()
            return template.without(template.firstSignature)
        }
    }

    private func verify(_ query: String, policy: RequestPolicy = Fixture.requestPolicy()) throws -> Redirected<AuthnRequest> {
        try AuthnRequest.verify(query: query, certificates: [Fixture.serviceKey.certificate], policy: policy)
    }

    @Test("what was signed is read, with its relay state", arguments: [nil, "", "a b+c&d=e%/ä"])
    func roundTrip(relayState: String?) throws {
        let read = try verify(try Self.query(relayState: relayState) { $0.isPassive = true })
        #expect(read.message == Fixture.request { $0.isPassive = true })
        #expect(read.relayState == relayState)
    }

    @Test("a destination with a query keeps it")
    func destinationWithQuery() throws {
        let url = try Fixture.request { $0.destination = "https://alpha.example/sso?tenant=1" }
            .redirectURL(signedWith: Fixture.serviceKey)
        #expect(url.hasPrefix("https://alpha.example/sso?tenant=1&SAMLRequest="))
    }

    @Test("the order of the parameters and additional ones do not matter, their characters do")
    func order() throws {
        let parts = try Self.query().split(separator: "&").map(String.init)
        #expect(try verify((["x=1"] + parts.reversed()).joined(separator: "&")).message == Fixture.request())
        let recoded = parts.joined(separator: "&").replacing("%3A", with: "%3a")
        #expect(throws: SAMLError(.badSignature, "")) { try verify(recoded) }
    }

    /// A query that was tampered with, and the reason of its refusal.
    struct Flaw: Sendable, CustomTestStringConvertible {
        let name: String
        let code: SAMLError.Code
        let query: @Sendable () throws -> String
        var testDescription: String { name }
    }

    /// Replaces a parameter, or removes it.
    private static func changing(_ name: String, _ change: @escaping @Sendable (String) -> String?)
        -> @Sendable () throws -> String
    {
        {
            try query().split(separator: "&").compactMap { part -> String? in
                guard part.hasPrefix(name + "=") else { return String(part) }
                return change(String(part.dropFirst(name.utf8.count + 1))).map { "\(name)=\($0)" }
            }.joined(separator: "&")
        }
    }

    static let flaws: [Flaw] = [
        Flaw(name: "no signature", code: .unsigned, query: changing("Signature") { _ in nil }),
        Flaw(name: "no algorithm", code: .unsigned, query: changing("SigAlg") { _ in nil }),
        Flaw(name: "empty signature", code: .badSignature, query: changing("Signature") { _ in "" }),
        Flaw(name: "no message", code: .missingField, query: changing("SAMLRequest") { _ in nil }),
        Flaw(name: "a signature that is no Base64", code: .malformedSignature, query: changing("Signature") { _ in "%21" }),
        Flaw(name: "SHA-1", code: .weakAlgorithm) {
            try query().replacing("2001%2F04%2Fxmldsig-more%23rsa-sha256", with: "2000%2F09%2Fxmldsig%23rsa-sha1")
        },
        Flaw(name: "another relay state", code: .badSignature, query: changing("RelayState") { _ in "relay-2" }),
        Flaw(name: "no relay state", code: .badSignature, query: changing("RelayState") { _ in nil }),
        Flaw(name: "a relay state where there was none", code: .badSignature) { try query(relayState: nil) + "&RelayState=x" },
        Flaw(name: "another message", code: .badSignature) {
            let other = try query { $0.id = "_other" }.split(separator: "&")[0].dropFirst("SAMLRequest=".count)
            return try changing("SAMLRequest") { [other = String(other)] _ in other }()
        },
        Flaw(name: "two messages", code: .invalidField) { try query() + "&SAMLRequest=x" },
        Flaw(name: "a request and a response", code: .invalidField) { try query() + "&SAMLResponse=x" },
        Flaw(name: "the request as a response", code: .missingField) {
            try query().replacing("SAMLRequest=", with: "SAMLResponse=")
        },
        Flaw(name: "a stranger's key", code: .badSignature) { try query(key: Fixture.strangerKey) },
        Flaw(name: "another encoding", code: .invalidField) { try query() + "&SAMLEncoding=urn:x" },
        Flaw(name: "a query that is too long", code: .tooLarge) {
            try query() + "&x=" + String(repeating: "x", count: RedirectBinding.queryLimit)
        },
        Flaw(name: "zip bomb", code: .tooLarge) {
            try query(xml: xml + String(repeating: " ", count: 100 * SAMLLimits.maximumSize))
        },
        Flaw(name: "one byte too many when inflated", code: .tooLarge) {
            let text = try xml
            return try query(
                xml: text + String(repeating: " ", count: SAMLLimits.maximumSize + 1 - text.utf8.count))
        },
        Flaw(name: "a signature within", code: .malformedSignature) { try query(xml: try Hostile.signedRequest()) },
        Flaw(name: "document type", code: .documentTypeForbidden) { try query(xml: "<!DOCTYPE x>" + xml) },
        Flaw(name: "comment", code: .commentForbidden) {
            try query(xml: xml.replacingFirst("<saml:Issuer>", with: "<saml:Issuer><!-- -->"))
        },
        Flaw(name: "two elements of one identifier", code: .duplicateIdentifier) {
            try query(xml: xml.replacingFirst("<saml:Issuer>", with: #"<saml:Issuer ID="\#(Fixture.pendingRequest)">"#))
        },
        Flaw(name: "another element", code: .wrongElement) { try query(xml: "<samlp:x xmlns:samlp='urn:x'/>") },
        Flaw(name: "no XML", code: .notXML) { try query(xml: "no XML") },
        Flaw(name: "no text", code: .notXML) { try query(xml: "") },
        Flaw(name: "another issuer", code: .wrongIssuer) { try query { $0.issuer = "https://other.example" } },
        Flaw(name: "another destination", code: .wrongDestination) { try query { $0.destination = "https://beta.example" } },
        Flaw(name: "too old", code: .tooOld) { try query { $0.issueInstant = Fixture.now - 361 } },
        Flaw(name: "of the future", code: .notYetValid) { try query { $0.issueInstant = Fixture.now + 61 } },
    ]

    @Test("a flawed query is rejected with its own code", arguments: flaws)
    func refused(_ flaw: Flaw) throws {
        let query = try flaw.query()
        #expect(throws: SAMLError(flaw.code, "")) { try verify(query) }
    }

    @Test("no changed byte of a query is ever accepted")
    func mutations() throws {
        let bytes = Array(try Self.query().utf8)
        var generator = SeededGenerator(seed: 34)
        for _ in 0..<1_000 {
            var changed = bytes
            changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(in: 0...127, using: &generator)
            let read = try? verify(String(decoding: changed, as: UTF8.self))
            #expect(read == nil || read?.message == Fixture.request())
        }
    }

    @Test("what is not deflated, or has more after its end, is rejected")
    func notDeflated() throws {
        // Signed separately: the flaw is below the signature.
        for bytes in [Array("<x/>".utf8), [0xFF, 0xFF, 0xFF], [], [0x03, 0x00, 0x41]] as [[UInt8]] {
            let query = try Raw.query(message: bytes)
            let error = #expect(throws: SAMLError.self) { try verify(query) }
            #expect(error?.code == .invalidField || error?.code == .notXML, "\(error?.description ?? "")")
        }
    }

    /// The deflated form of some spaces: a thousandth of their size.
    private static func deflated(blanks: Int) throws -> [UInt8] {
        let query = try query(xml: String(repeating: " ", count: blanks))
        let text = query.split(separator: "&")[0].dropFirst("SAMLRequest=".count)
            .replacing("%2B", with: "+").replacing("%2F", with: "/").replacing("%3D", with: "=")
        return try #require(Base64.decode(String(text)))
    }

    @Test("a signed DEFLATE bomb is rejected at 64 KiB, before more of it is inflated", .timeLimit(.minutes(10)))
    func bomb() throws {
        let bomb = try Self.deflated(blanks: 30_000_000)
        #expect(bomb.count < RedirectBinding.queryLimit / 2)
        #expect(throws: SAMLError(.tooLarge, "")) { try verify(try Raw.query(message: bomb)) }
        // The end is missing, which is detected only below the limit.
        #expect(throws: SAMLError(.tooLarge, "")) { try verify(try Raw.query(message: Array(bomb.prefix(1_000)))) }
        #expect(throws: SAMLError(.invalidField, "")) { try verify(try Raw.query(message: Array(bomb.prefix(20)))) }
        // Gigabytes do not fit into a query.
        let gigabytes = try Raw.query(message: Array(repeatElement(bomb, count: 40).joined()))
        #expect(throws: SAMLError(.tooLarge, "")) { try verify(gigabytes) }
    }

    @Test("a relay state of more than 80 bytes is not written")
    func longRelayState() throws {
        #expect(throws: SAMLError(.invalidField, "")) { try Self.query(relayState: String(repeating: "x", count: 81)) }
        #expect(try verify(try Self.query(relayState: String(repeating: "x", count: 80))).relayState?.count == 80)
    }

    /// Queries whose message is any bytes.
    private enum Raw {
        static func query(message: [UInt8]) throws -> String {
            let text = Base64.encode(message).replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
            return try RedirectBinding.query(ofEncoded: text, .request, key: Fixture.serviceKey)
        }
    }
}
