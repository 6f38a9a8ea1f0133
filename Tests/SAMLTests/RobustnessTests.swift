@_spi(Testing) import SAML
import Testing

@Suite("Robustness")
struct RobustnessTests {
    @Test("no changed byte is ever believed")
    func mutations() throws {
        let original = try Hostile.signed()
        let expected = try Fixture.verify(original)
        let bytes = Array(original.utf8)
        var generator = SeededGenerator(state: 30)
        for _ in 0..<1500 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let verified = try? Response.verify(
                changed, certificates: [Fixture.providerKey.certificate], policy: Fixture.responsePolicy())
            #expect(verified == nil || verified == expected)
        }
    }

    @Test("no cut text is ever believed")
    func truncations() throws {
        let text = Array(try Hostile.signed().utf8)
        for count in stride(from: 0, to: text.count, by: 61) {
            let verified = try? Response.verify(
                Array(text.prefix(count)), certificates: [Fixture.providerKey.certificate], policy: Fixture.responsePolicy())
            #expect(verified == nil)
        }
    }

    @Test("entities are refused before they are expanded")
    func entities() throws {
        let bomb = """
            <!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">\
            <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e SYSTEM "file:///etc/passwd">]>
            """
        for entity in ["&a;", "&d;", "&e;"] {
            let text = try bomb + Hostile.signed().replacingFirst(">alice</saml:NameID>", with: ">\(entity)</saml:NameID>")
            let error = #expect(throws: SAMLError.self) { try Fixture.verify(text) }
            #expect(error?.code == .documentTypeForbidden)
            // Even then nothing is fetched or expanded into what is read.
            #expect(throws: SAMLError.self) { try Fixture.verify(text, skipping: [.documentType]) }
        }
    }

    @Test("an undeclared entity is no XML")
    func undeclaredEntity() throws {
        let text = try Hostile.signed().replacingFirst(">alice</saml:NameID>", with: ">&alice;</saml:NameID>")
        #expect(throws: SAMLError.self) { try Fixture.verify(text) }
    }

    @Test("nesting beyond what the parser follows is refused", arguments: [33, 300, 100_000])
    func nesting(depth: Int) throws {
        let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        #expect(throws: SAMLError.self) { try Fixture.verify(text) }
        #expect(throws: SAMLError.self) { try Fixture.verify(text, skipping: [.depth]) }
        #expect(throws: SAMLError.self) { try EntityDescriptor(xml: text) }
    }

    @Test("a processing instruction is refused")
    func processingInstruction() throws {
        let error = #expect(throws: SAMLError.self) { try Fixture.verify(try "<?x y?>" + Hostile.signed()) }
        #expect(error?.code == .commentForbidden)
    }

    @Test("a declared encoding changes nothing", arguments: ["UTF-16", "ISO-8859-1", "UTF-7", "EBCDIC-CP-US"])
    func declaredEncoding(encoding: String) throws {
        let text = try #"<?xml version="1.0" encoding="\#(encoding)"?>"# + Hostile.signed()
        let verified = try? Fixture.verify(text)
        #expect(try verified == nil || verified == Fixture.verify(try Hostile.signed()))
    }

    @Test("many threads sign and verify with the same keys")
    func threads() async throws {
        let text = try Hostile.signed()
        let refused = try HostileCase.ofSignature.map { try $0.document() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    for round in 0..<20 {
                        let name = "subject-\(number)-\(round)"
                        let own = try Hostile.signed { $0.assertion?.subjectNameID = name }
                        #expect(try Fixture.verify(own).assertion?.subjectNameID == name)
                        #expect(try Fixture.verify(text).assertion?.subjectNameID == "alice")
                        let hostile = refused[(number + round) % refused.count]
                        #expect(throws: SAMLError.self) {
                            try Response.verify(
                                hostile, certificates: [Fixture.providerKey.certificate], policy: Fixture.responsePolicy())
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
