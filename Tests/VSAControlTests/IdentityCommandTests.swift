import ArgumentParser
import TVWorld
import Testing

@testable import Administration
@testable import VSAControl

@Suite("identity-token and identity-key")
struct IdentityCommandTests {
    private let plain = Style(isColoured: false)
    private let token = IdentityTokenResource(
        kind: "platform", issuer: "https://platform.example", subject: "owner-7", header: "Adobe-Subject-Token",
        token: "eyJh.eyJp.AAAA", issuedAt: 1_772_388_000, expiresAt: 1_772_391_600)

    private func parse<Command: ParsableCommand>(_ text: String, as type: Command.Type) throws -> Command {
        try #require(try VSACtl.parseAsRoot(text.split(separator: " ").map(String.init)) as? Command)
    }

    @Test(
        "the members of the call are the options that were given",
        arguments: [
            ("", #"{"kind":"platform","subject":"owner-7"}"#),
            (
                "--issuer https://i.example --lifetime 2h --audience other",
                #"{"kind":"platform","subject":"owner-7","issuer":"https://i.example","audience":"other","lifetime":7200}"#
            ),
            ("--expired", #"{"kind":"platform","subject":"owner-7","lifetime":-60}"#),
            ("--tampered --header", #"{"kind":"platform","subject":"owner-7"}"#),
        ])
    func members(_ options: String, _ expected: String) throws {
        let command = try parse("identity-token platform --subject owner-7 \(options)", as: IdentityTokenCommand.Platform.self)
        #expect(JSON.object(command.token.members("platform")).serialized == expected)
    }

    @Test(
        "contradictions and incomplete commands are rejected",
        arguments: [
            "identity-token platform", "identity-token service --subject u --lifetime 1h --expired",
            "identity-token service --subject u --lifetime 500ms", "identity-token service --subject u --lifetime 0s",
            "identity-token service --subject u --device d", "identity-key add service https://i.example",
            "identity-key add platform https://i.example --requestor REF30", "identity-key add other https://i.example",
        ])
    func rejected(_ line: String) {
        #expect(throws: (any Error).self) { try VSACtl.parseAsRoot(line.split(separator: " ").map(String.init)) }
    }

    @Test("a tampered token differs in the first character of its signature")
    func tampered() {
        #expect(IdentityTokenOptions.tampered("eyJh.eyJp.AAAA") == "eyJh.eyJp.BAAA")
        #expect(IdentityTokenOptions.tampered("eyJh.eyJp.xAAA") == "eyJh.eyJp.AAAA")
    }

    @Test("the text is the token alone, or the header; the document has the times as dates")
    func tokenReport() {
        #expect(IdentityTokenReport(resource: token, isHeader: false).text(plain) == "eyJh.eyJp.AAAA")
        #expect(IdentityTokenReport(resource: token, isHeader: true).text(plain) == "Adobe-Subject-Token: eyJh.eyJp.AAAA")
        #expect(
            IdentityTokenReport(resource: token, isHeader: false).document.serialized
                == #"{"schema":1,"identityToken":{"kind":"platform","issuer":"https://platform.example","subject":"owner-7","#
                + #""header":"Adobe-Subject-Token","token":"eyJh.eyJp.AAAA","issuedAt":"2026-03-01T18:00:00Z","#
                + #""expiresAt":"2026-03-01T19:00:00Z"}}"#)
    }

    @Test("keys are a table; a generated private key is written alone")
    func keys() {
        var key = IdentityKeyResource(
            id: "6f1e", kind: "service", requestor: "REF30", kid: "k1", issuer: "https://accounts.example", algorithm: "RS256",
            publicKey: "PUBLIC", createdAt: 1_772_388_000_000)
        #expect(
            ListReport([key]).text(plain) == """
                ID    KIND     REQUESTOR  ISSUER                    KID  ALGORITHM  ADDED
                6f1e  service  REF30      https://accounts.example  k1   RS256      2026-03-01T18:00:00Z
                """)
        #expect(IdentityKeyReport(resource: key).text(plain) == ListReport([key]).text(plain))
        key.privateKey = "PRIVATE\n"
        #expect(IdentityKeyReport(resource: key).text(plain) == "PRIVATE")
    }
}
