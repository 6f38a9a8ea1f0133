import Foundation
import PrivateSession
import Testing
import VSATesting

@testable import MediaTokenVerifier

/// The programs of examples/media-token, which verify tokens only by docs/media-token-format.md, compared with the module.
@Suite("Verifiers in other languages")
struct ExampleVerifierTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../examples/media-token")

    /// A language, and how its program is started.
    struct Language: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let command: [String]
    }

    /// Python, and of the others those that are installed: no package of the project needs them.
    static let languages: [Language] = {
        var languages = [
            Language(
                testDescription: "Python",
                command: [ProcessInfo.processInfo.environment["VSASIM_TEST_PYTHON"] ?? "python3", "verify_media_token.py"])
        ]
        for (name, program, file) in [("Node", "node", "verify-media-token.mjs"), ("Java", "javac", "VerifyMediaToken.java")] {
            guard let path = search(program) else {
                report("examples/media-token/\(file) is not run: \(program) is not in PATH")
                continue
            }
            // A file is compiled in memory by the JDK's launcher, which is installed with the compiler.
            let launcher = URL(filePath: path).deletingLastPathComponent().appending(path: name == "Java" ? "java" : program)
            languages.append(Language(testDescription: name, command: [launcher.path, file]))
        }
        return languages
    }()

    private static func search(_ program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// Writes a line that `scripts/run-tests` shows.
    private static func report(_ line: String) {
        let file = ProcessInfo.processInfo.environment["VSASIM_TEST_PROGRESS"].flatMap(FileHandle.init(forWritingAtPath:))
        _ = try? file?.seekToEnd()
        file?.write(Data("➜ \(line)\n".utf8))
    }

    private static func time(_ date: Date, zone: Int = 0) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: TimeZone(secondsFromGMT: zone * 3_600) ?? .gmt)
        let text = date.formatted(style.year().month().day().dateSeparator(.dash).time(includingFractionalSeconds: false))
        let sign = zone < 0 ? "-" : "+"
        return String(text.prefix(19)).replacing("-", with: "/").replacing("T", with: " ")
            + " GMT \(sign)\(abs(zone) < 10 ? "0" : "")\(abs(zone))00"
    }

    static let resource = "R&B <e>"

    /// Serialized tokens of every kind, for ``resource``.
    private static func tokens() throws -> [String] {
        let (service, now) = (TokenFixture.shared, Date())
        func element(_ resource: String = "R&amp;B &lt;e&gt;", ttl: String = "420000", time: String? = nil, more: String = "")
            -> String
        {
            TokenFixture.element(resource: resource, ttl: ttl, issueTime: time ?? Self.time(now), proxy: more)
        }
        let valid = try service.envelope(element())
        let signed = [
            element(), element("R&#00000038;B &#x000003c;&#x65;&gt;"), element(time: time(now, zone: 5)),
            element(time: time(now, zone: -11)),
            element(more: "<proxyMvpdId/> <later>1</later>").replacing("><ttl>", with: "> \n<ttl>"), element(ttl: "31536000000"),
            // Not valid:
            element("sports"), element("é"), element(time: time(now - 3_600)), element(ttl: "1", time: time(now - 60)),
            TokenFixture.element(requestor: "REF60", resource: "R&amp;B &lt;e&gt;", issueTime: time(now)), element(""),
            element("a&nbsp;b"), element("a&b"), element("&#0;"), element("&#1;"), element("&#xD800;"), element("&#xFFFE;"),
            element("&#x110000;"), element("&#99999999999;"), element(ttl: "0"), element(ttl: "-1"), element(ttl: "7m"),
            element(ttl: "+420000"), element(ttl: "000000420000"), element(ttl: "31536000001"),
            element(time: "2026/02/30 03:04:05 GMT +0000"), element(time: "2026-01-02T03:04:05Z"),
            element(time: "+12026/01/02 03:04:05 GMT +0000"),
            element(time: "2026/01/02 03:04:05 GMT +1500"), element(more: "<ttl>1</ttl>"), element(more: "<a"),
            element(more: "<a><b></b></a>"), element(more: "<!-- -->"), element(more: "text"),
            element().replacing("<mvpdId>AlphaCable</mvpdId>", with: ""),
        ]
        // The last character of the signature in Base64 has four bits that mean nothing; one of them is set.
        let withUnusedBits = [("A", "B"), ("Q", "R"), ("g", "h"), ("w", "x")].reduce(valid) { text, pair in
            text.replacing("\(pair.0)==</signatureInfo>", with: "\(pair.1)==</signatureInfo>")
        }
        let changed = [
            valid.replacing("420000", with: "920000"), valid + "more",
            valid.replacing("<signatureInfo>", with: "<signatureInfo a=''>"), "<!DOCTYPE a>" + valid,
            valid.replacing("</shortAuthorizationTokenEnvelope>", with: ""), "  \(valid)\n",
            valid.replacing("<signatureInfo>", with: "<signatureInfo>AAAA"), "<shortAuthorizationTokenEnvelope/>",
            valid.replacing("==</signatureInfo>", with: "</signatureInfo>"), withUnusedBits,
        ]
        let serialized = try signed.map { try service.serialized($0) } + changed.map(TokenFixture.serialize)
        return serialized + [
            try TokenFixture.stranger.serialized(element()), "token", "AAAA", "%%%%", String(repeating: "A", count: 70_000),
            // Without padding, which at least one of them has.
            TokenFixture.serialize(valid + " ").replacing("=", with: ""),
            TokenFixture.serialize(valid + "  ").replacing("=", with: ""),
            // With more padding; at least one of them needs none.
            TokenFixture.serialize(valid) + "====", TokenFixture.serialize(valid + " ") + "====",
            TokenFixture.serialize(valid + "  ") + "====",
        ]
    }

    @Test("every token has the status that the module returns", arguments: languages)
    func same(_ language: Language) async throws {
        let folder = try TemporaryFolder.create(prefix: "vsasim-media-token-")
        defer { folder.remove() }
        // After a roll-over the service returns two. The first is not the signing one.
        let pem = PublishedExample.certificate + "\n" + TokenFixture.shared.certificatePEM + "\n"
        let certificates = try folder.write(pem, to: "certificates.pem")
        let tokens = try Self.tokens()
        let verifier = try MediaTokenVerifier(certificatePEM: pem, requestorID: "REF30")
        let expected = tokens.map { verifier.verify($0, resourceID: Self.resource).status.rawValue }
        #expect(Set(expected).count == 5 && expected.prefix(6).allSatisfy { $0 == "VALID_TOKEN" })

        let arguments = [Self.folder.appending(path: language.command[1]).path, certificates, "REF30", Self.resource]
        // Java takes half of the processor time if it does not optimize a program that runs for half a second.
        let environment = ProcessInfo.processInfo.environment.merging(
            ["JDK_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"]
        ) { $1 }
        func run(_ arguments: [String], input: String = "") async throws -> ToolResult {
            try await Tool.run(language.command[0], arguments, environment: environment, input: input)
        }
        let all = try await run(arguments, input: tokens.joined(separator: "\n"))
        let statuses = all.lines
        try #require(all.exit == .exited(4) && statuses.count == tokens.count, "\(all)")
        for (number, (status, expected)) in zip(statuses, expected).enumerated() {
            let content = Data(base64Encoded: tokens[number]).map { String(decoding: $0, as: UTF8.self).suffix(420) } ?? ""
            #expect(status == expected, "token \(number): \(content)")
        }
        let single = try await run(arguments, input: tokens[0] + "\n")
        #expect(single.exit == .exited(0) && single.output == "VALID_TOKEN", "\(single)")
        let none = try await run(arguments, input: "\n")
        #expect(none.exit == .exited(4) && none.output.isEmpty, "\(none)")
        let unusable = try await run([arguments[0], "/nonexistent", "REF30"])
        #expect(
            unusable.exit == .exited(65) && unusable.output.isEmpty && unusable.errorOutput.contains("/nonexistent"),
            "\(unusable)")
        let usage = try await run(Array(arguments.prefix(2)))
        #expect(usage.exit == .exited(64) && usage.output.isEmpty, "\(usage)")
    }
}
