import Encodings
import EntitlementCore
import TVWorld
import Testing

@Suite("Documents")
struct DocumentTests {
    @Test("the media token of the contract's example, byte by byte")
    func mediaToken() {
        let token = MediaToken(
            sessionGUID: "2f6a1f0e-6f0c-4b0e-9d57-0c8d1f4e3a21", requestor: "REF30", resource: "news", lifetime: 420_000,
            issuedAt: 1_767_323_045_999, mvpd: "AlphaCable")
        #expect(
            token.element
                == "<shortAuthorizationToken><sessionGUID>2f6a1f0e-6f0c-4b0e-9d57-0c8d1f4e3a21</sessionGUID>"
                + "<requestorID>REF30</requestorID><resourceID>news</resourceID><ttl>420000</ttl>"
                + "<issueTime>2026/01/02 03:04:05 GMT +0000</issueTime><mvpdId>AlphaCable</mvpdId><proxyMvpdId></proxyMvpdId>"
                + "</shortAuthorizationToken>")
        #expect(
            MediaToken.envelope(of: token.element, signature: "c2ln").hasPrefix(
                "<shortAuthorizationTokenEnvelope><signatureInfo>c2ln</signatureInfo><shortAuthorizationToken>"))
        #expect(token.expiresAt == 1_767_323_465_000)
    }

    @Test("resources are escaped in the media token")
    func escaping() {
        let token = MediaToken(sessionGUID: "s", requestor: "R", resource: "<rss>\n&</rss>", lifetime: 1, issuedAt: 0, mvpd: "M")
        #expect(token.element.contains("<resourceID>&lt;rss&gt;&#10;&amp;&lt;/rss&gt;</resourceID>"))
    }

    @Test("a text becomes character data of XML, from which it is read again")
    func characterData() throws {
        for text in ["plain", "<a b=\"c\">\t&\r\n</a>", "A&\u{301}B", "\u{FEFF}\u{FFFD}"] {
            #expect(try XMLReference.resolve(XMLReference.escape(text)) == text)
        }
        #expect(XMLReference.escape("\"", quotes: false) == "\"" && XMLReference.escape("\u{1}\u{FFFE}") == "\u{FFFD}\u{FFFD}")
    }

    @Test("references in media RSS are resolved; a number in one has no sign")
    func references() {
        func channel(_ title: String) -> String? {
            Resource("<rss><channel><title>\(title)</title></channel></rss>")?.channel
        }
        #expect(channel("A&amp;B&#38;C &#x3c;&#x65;&gt;") == "A&B&C <e>")
        for reference in ["&#+65;", "&#x+41;", "&#-0;", "&#;", "&#x;", "&#1;", "&#xD800;", "&nbsp;", "&amp"] {
            #expect(channel(reference) == nil, "\(reference)")
        }
    }

    @Test("a resource that a media token could not contain is invalid; other characters outside the BMP are accepted")
    func excludedCharacters() {
        for character in ["\u{1}", "\u{FFFE}", "\u{FFFF}"] {
            #expect(Resource("a\(character)b") == nil)
            #expect(Resource("<rss><channel><title>a</title><item><guid>\(character)</guid></item></channel></rss>") == nil)
        }
        #expect(Resource("a\u{1FFFE}b") != nil)
    }

    @Test(
        "JSON is read and written",
        arguments: [
            #"{"a":[1,-2.5e3,true,false,null,"x\n\u00e9\"\\"],"b":{}}"#, "[]", "\"\\ud83d\\ude00\"", " 0 ",
        ])
    func json(_ text: String) throws {
        let value = try JSON(parsing: text.utf8)
        #expect(try JSON(parsing: value.serialized.utf8) == value)
    }

    @Test(
        "what is not JSON is rejected",
        arguments: [
            "", "{", "[1,]", "{\"a\"}", "{\"a\":1,\"a\":2}", "01", "1.", "nul", "\"\u{1}\"", "\"\\x\"", "\"\\ud800\"", "1 2",
            "+1",
            "\"\\u+123\"", "{a:1}",
            String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
        ])
    func noJSON(_ text: String) {
        #expect(throws: JSONError.self) { try JSON(parsing: text.utf8) }
    }

    @Test("bytes that are not UTF-8 are not JSON")
    func noUTF8() {
        #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test("SAML attributes get the types of the user-metadata table")
    func attributes() {
        #expect(UserMetadata.value(of: "zip", texts: ["10001"]) == .list(["10001"]))
        #expect(UserMetadata.value(of: "maxRating", texts: [#"{"MPAA":"R"}"#]) == .map(["MPAA": "R"]))
        #expect(UserMetadata.value(of: "maxRating", texts: ["R"]) == .text("R"))
        #expect(UserMetadata.value(of: "hba_status", texts: ["true"]) == .flag(true))
        #expect(UserMetadata.value(of: "userID", texts: ["u"]) == .text("u"))
    }

    @Test("secrets are compared completely")
    func constantTime() {
        #expect(isEqualInConstantTime([1, 2], [1, 2]))
        #expect(!isEqualInConstantTime([1, 2], [1, 3]))
        #expect(!isEqualInConstantTime([1, 2], [1]))
    }

    @Test("random identifiers are UUIDs of version 4")
    func identifiers() {
        let id = SystemRandomSource().uuid()
        #expect(id.count == 36)
        #expect(Array(id)[14] == "4")
        #expect(id != SystemRandomSource().uuid())
    }
}
