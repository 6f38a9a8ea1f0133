@_spi(Testing) import SAML
import TVWorld
import Testing

@Suite("White space")
struct WhitespaceTests {
    /// The change that apps make to the text: every run of white space becomes one space.
    private func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static let awkward = [
        "two  blanks", "line\nbreak", "tab\tand return\r\n", "  at both ends  ", "no-break\u{A0}\u{A0}blank",
        "line\u{2028}separator\u{85}", "José & <Zoë> \"quoted\" 'single'", "\u{1F4FA}", "]]>", " ", "&amp;",
    ]

    @Test("collapsing white space changes nothing", arguments: awkward)
    func collapsingIsHarmless(value: String) throws {
        let response = Fixture.response {
            $0.assertion?.attributes = [Attribute(name: value, values: [value, ""])]
            $0.assertion?.subjectNameID = value
        }
        let text = try response.signed(with: Fixture.providerKey)
        #expect(!text.unicodeScalars.contains { $0.properties.isWhitespace && $0 != " " })
        #expect(!text.contains("  "))
        #expect(collapsed(text) == text)
        let verified = try Fixture.verify(collapsed(text))
        #expect(verified.assertion?.attributes == response.assertion?.attributes)
        #expect(verified.assertion?.subjectNameID == response.assertion?.subjectNameID)
    }

    @Test("requests and metadata contain no runs of white space either")
    func requestsAndMetadata() throws {
        let request = Fixture.request { $0.requesterIDs = ["REF  30", "REF\n60"] }
        let text = try request.signed(with: Fixture.serviceKey)
        #expect(collapsed(text) == text)
        #expect(try Fixture.verifyRequest(text.utf8) == request)
        let metadata = EntityDescriptor(
            entityID: "a  b\n", role: .identityProvider(singleSignOnURL: Fixture.singleSignOn),
            certificates: [Fixture.providerKey.certificate])
        #expect(collapsed(metadata.xml()) == metadata.xml())
        #expect(try EntityDescriptor(xml: metadata.xml()) == metadata)
    }

    @Test("random values survive")
    func randomValues() throws {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array(" \t\n\r&<>\"'ab\u{E9}\u{A0}\u{2003}\u{3000}\u{1F4FA}".unicodeScalars)
        for _ in 0..<100 {
            var value = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                value.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
            }
            let attribute = Attribute(name: "x", values: [String(value)])
            let text = try Hostile.signed { $0.assertion?.attributes = [attribute] }
            #expect(collapsed(text) == text)
            #expect(try Fixture.verify(text).assertion?.attributes == [attribute])
        }
    }
}
