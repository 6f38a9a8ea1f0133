@_spi(Testing) import SAML
import TVWorld
import Testing

@Suite("Robustness")
struct RobustnessTests {
    @Test("no changed byte is ever accepted")
    func mutations() throws {
        let original = try Hostile.signed()
        let expected = try Fixture.verify(original)
        let bytes = Array(original.utf8)
        var generator = SeededGenerator(seed: 30)
        for _ in 0..<1500 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let verified = try? Fixture.verify(changed)
            #expect(verified == nil || verified == expected)
        }
    }

    @Test("no truncated text is ever accepted")
    func truncations() throws {
        let text = Array(try Hostile.signed().utf8)
        for count in stride(from: 0, to: text.count, by: 61) { #expect((try? Fixture.verify(text.prefix(count))) == nil) }
    }

    @Test("entities are rejected before they are expanded")
    func entities() throws {
        let bomb = """
            <!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">\
            <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e SYSTEM "file:///etc/passwd">]>
            """
        for entity in ["&a;", "&d;", "&e;"] {
            let text = try bomb + Hostile.signed().replacingFirst(">alice</saml:NameID>", with: ">\(entity)</saml:NameID>")
            #expect(throws: SAMLError(.documentTypeForbidden, "")) { try Fixture.verify(text) }
            // Even then nothing is fetched or expanded into what is read.
            #expect(throws: SAMLError.self) { try Fixture.verify(text, skipping: [.documentType]) }
        }
    }

    @Test("thousands of attributes in a tag are rejected before the parser compares each with all others")
    func attributes() throws {
        let element = "<a" + (0..<6_000).map { " a\($0)='='" }.joined() + "/>"
        for text in [
            element, "<!-- ' --><?p '?><r><![CDATA[<b c='>]]>\(element)</r>", "<?xml version='1.0'?>\(element)",
            "<?xml version='1.0' p>\(element)<?p ?>",
        ] {
            #expect(throws: SAMLError(.tooManyAttributes, "")) { try Fixture.verify(text) }
            #expect(throws: SAMLError(.tooManyAttributes, "")) { try EntityDescriptor(xml: text) }
        }
    }

    @Test("text that the parser would split into other tags, with thousands of attributes, is rejected before it is parsed")
    func hiddenAttributes() throws {
        let element = "<a" + (0..<6_000).map { " a\($0)=''" }.joined() + "/>"
        for text in [
            "<r><x ' \(element)</r>", "<r><x y='\(element)</r>", "<r></x ' \(element)</r>", "<r><?1 \(element)?></r>",
            "<r><?\u{D7} \(element)?></r>", "<r><? \(element)?></r>", "<r><!-- \u{1} \(element) --></r>",
            "<r><![CDATA[\u{FFFF}\(element)]]></r>", "<r><?p \u{1F}\(element)?></r>",
        ] {
            #expect(throws: SAMLError(.notXML, "")) { try Fixture.verify(text) }
            let error = #expect(throws: SAMLError.self) { try EntityDescriptor(xml: text) }
            // An error of the parser begins with a line.
            #expect(error?.code == .notXML && error?.description.contains("line") == false, "\(text.prefix(20)): \(error as Any)")
        }
    }

    @Test("what only looks like attributes is ignored")
    func noAttributes() throws {
        let equals = String(repeating: "a='b' ", count: 100)
        for text in [
            "<r>\(equals)</r>", "<r><!-- <a \(equals)> --></r>", "<r><![CDATA[<a \(equals)>]]></r>", "<r b=\"\(equals)\"/>",
        ] {
            #expect(throws: SAMLError(.wrongElement, "")) { try EntityDescriptor(xml: text) }
        }
    }

    @Test("a message has at most 64 KiB, metadata 256 KiB")
    func sizes() throws {
        let (message, metadata) = (SAMLLimits.maximumSize, SAMLLimits.maximumMetadataSize)
        #expect(message == 65_536 && metadata == 262_144)
        func text(_ size: Int) -> String { "<a>" + String(repeating: " ", count: size - 7) + "</a>" }
        #expect(throws: SAMLError(.tooLarge, "")) { try Fixture.verify(text(message + 1)) }
        #expect(throws: SAMLError(.wrongElement, "")) { try EntityDescriptor(xml: text(metadata)) }
        #expect(throws: SAMLError(.tooLarge, "")) { try EntityDescriptor(xml: text(metadata + 1)) }
    }

    @Test("the Base64 text of a message has the length that 64 KiB have, with line ends; a longer one is not decoded")
    func encodedSize() throws {
        let message = [UInt8](repeating: UInt8(ascii: "x"), count: SAMLLimits.maximumSize)
        let text = Base64.encode(message)
        let lines = stride(from: 0, to: text.count, by: 64).map { text.dropFirst($0).prefix(64) + "\r\n" }.joined()
        #expect(lines.utf8.count == SAMLLimits.maximumEncodedSize)
        #expect(try Base64.decodeMessage(text) == message && Base64.decodeMessage(lines) == message)
        // What is too long is not read: these are not Base64.
        for wrong in ["!", " ", "="] {
            let long = String(repeating: wrong, count: SAMLLimits.maximumEncodedSize + 1)
            #expect(throws: SAMLError(.tooLarge, "")) { try Base64.decodeMessage(long) }
            #expect(throws: SAMLError(.invalidField, "")) { try Base64.decodeMessage(String(long.dropLast())) }
        }
        #expect(try Base64.decodeMessage("a b/", blanksArePlus: true) == Base64.decode("a+b/"))
    }

    @Test("an undeclared entity is rejected")
    func undeclaredEntity() throws {
        let text = try Hostile.signed().replacingFirst(">alice</saml:NameID>", with: ">&alice;</saml:NameID>")
        #expect(throws: SAMLError.self) { try Fixture.verify(text) }
    }

    @Test("nesting beyond the parser's limit is rejected", arguments: [33, 300, 100_000])
    func nesting(depth: Int) throws {
        let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        #expect(throws: SAMLError.self) { try Fixture.verify(text) }
        #expect(throws: SAMLError.self) { try Fixture.verify(text, skipping: [.depth]) }
        #expect(throws: SAMLError.self) { try EntityDescriptor(xml: text) }
    }

    @Test("a processing instruction is rejected")
    func processingInstruction() throws {
        #expect(throws: SAMLError(.commentForbidden, "")) { try Fixture.verify(try "<?x y?>" + Hostile.signed()) }
    }

    /// Which of them are rejected depends on the version of libxml2.
    @Test(
        "a declared encoding changes nothing", arguments: ["UTF-8", "utf-8", "UTF-16", "ISO-8859-1", "UTF-7", "EBCDIC-CP-US"])
    func declaredEncoding(encoding: String) throws {
        // Read as Latin-1 or as UTF-7, this would be another name.
        let name = "\u{E9}+AGE-"
        let signed = try Hostile.signed { $0.assertion?.subjectNameID = name }
        let verified = try? Fixture.verify(#"<?xml version="1.0" encoding="\#(encoding)"?>"# + signed)
        if encoding.uppercased() == "UTF-8" { #expect(verified != nil) }
        #expect(verified == nil || verified?.assertion?.subjectNameID == name)
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
                        #expect(throws: SAMLError.self) { try Fixture.verify(hostile) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
