import Foundation
import PrivateSession
import Testing
import VSATesting

@testable import MediaTokenVerifier

/// The program `media-token-verifier` as a user runs it.
@Suite("media-token-verifier")
struct CommandTests {
    private let service = TokenFixture.shared

    @Test("a valid token: exit 0 and its fields")
    func valid() async throws {
        let result = try await run(["--resource", "news", "--json"], token: try service.serialized(current()))
        #expect(result.exit == .exited(0), "\(result)")
        let fields = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(fields["status"] as? String == "VALID_TOKEN")
        #expect(fields["resourceID"] as? String == "news")
        #expect(fields["ttl"] as? Int == 420_000)
        #expect(fields["schema"] as? Int == 1)
        #expect(fields["detail"] == nil)
    }

    @Test("the time can be given")
    func givenTime() async throws {
        let valid = try await run(["--at", "2026-01-02T03:11:04Z"], token: try service.serialized())
        #expect(valid.exit == .exited(0), "\(valid)")
        let expired = try await run(["--at", "2026-01-02T03:11:05Z"], token: try service.serialized())
        #expect(expired.exit == .exited(4))
        #expect(try await run(["--at", "soon"], token: "AAAA").exit == .exited(64))
    }

    @Test("a day that does not exist is not a time")
    func missingDay() async throws {
        for time in ["2030-02-30T00:00:00Z", "2030-02-29T00:00:00Z", "2030-04-31T00:00:00+02:00", "2030-13-01T00:00:00Z"] {
            let result = try await run(["--at", time], token: "AAAA")
            #expect(result.exit == .exited(64), "\(time)")
            #expect(result.errorOutput.contains("must be a time such as 2026-01-02T03:04:05Z"), "\(result)")
        }
    }

    @Test("a token on standard input, with readable output")
    func standardInput() async throws {
        let result = try await run([], token: nil, input: try service.serialized(current()) + "\n")
        #expect(result.exit == .exited(0), "\(result)")
        #expect(result.lines.first == "status       VALID_TOKEN")
        #expect(result.lines.contains("mvpdId       AlphaCable"))
    }

    @Test("a token that is not valid: exit 4 and the reason")
    func notValid() async throws {
        let expired = try await run(["--json"], token: try service.serialized())
        #expect(expired.exit == .exited(4))
        #expect(expired.output.contains(#""status":"TOKEN_EXPIRED""#))
        let other = try await run(["--resource", "sports"], token: try service.serialized(current()))
        #expect(other.exit == .exited(4))
        #expect(other.output.hasPrefix("status       INVALID_RESOURCE_ID\n"))
        let none = try await run([], token: "AAAA")
        #expect(none.exit == .exited(4))
        #expect(none.output.hasPrefix("status       INVALID_TOKEN_FORMAT\n"))
    }

    @Test("the certificates may come from a pipe, together with text in another encoding")
    func pipe() async throws {
        let result = try await piped(#"{ printf 'caf\xe9\n'; cat; } | "$0" --certificate /dev/stdin --requestor REF30 "$1""#)
        #expect(result.exit == .exited(0), "\(result)")
        let endless = try await program(["--certificate", "/dev/zero", "--requestor", "REF30", "AAAA"])
        #expect(endless.exit == .exited(65) && endless.errorOutput == "media-token-verifier: /dev/zero: cannot be read")
    }

    @Test("output that cannot be written: exit 1")
    func fullDevice() async throws {
        let result = try await piped(#""$0" --certificate /dev/stdin --requestor REF30 "$1" >/dev/full"#)
        #expect(result.exit == .exited(1), "\(result)")
        #expect(result.errorOutput == "media-token-verifier: standard output cannot be written")
        for option in ["--help", "--version"] {
            let result = try await piped(#""$0" \#(option) >/dev/full"#)
            #expect(result.exit == .exited(1), "\(result)")
            #expect(result.errorOutput == "media-token-verifier: standard output cannot be written")
        }
    }

    @Test("wrong usage: exit 64, unusable certificate: exit 65")
    func wrongUsage() async throws {
        #expect(try await program(["--requestor", "REF30", "AAAA"]).exit == .exited(64))
        #expect(try await run(["--unknown"], token: "AAAA").exit == .exited(64))
        let result = try await program(["--certificate", "/nonexistent", "--requestor", "REF30", "AAAA"])
        #expect(result.exit == .exited(65))
        #expect(result.errorOutput.contains("/nonexistent"))
        #expect(result.output.isEmpty)
    }

    /// A token made now.
    private func current() -> String {
        let now = Date().formatted(.iso8601.year().month().day().dateSeparator(.dash).time(includingFractionalSeconds: false))
        let text = now.replacing("-", with: "/").replacing("T", with: " ").replacing("Z", with: "")
        return TokenFixture.element(issueTime: "\(text) GMT +0000")
    }

    private func run(_ options: [String], token: String?, input: String = "") async throws -> ToolResult {
        let folder = try TemporaryFolder.create(prefix: "vsasim-media-token-")
        defer { folder.remove() }
        let certificate = try folder.write(service.certificatePEM, to: "certificate.pem")
        return try await program(
            ["--certificate", certificate, "--requestor", "REF30"] + options + (token.map { [$0] } ?? []), input: input)
    }

    /// Runs a shell script with the program's path and a token as arguments, and the certificate as its input.
    private func piped(_ script: String) async throws -> ToolResult {
        try await Tool.run(
            "bash", ["-c", script, try Executables.find("media-token-verifier"), try service.serialized(current())],
            environment: ProcessInfo.processInfo.environment, input: service.certificatePEM)
    }

    private func program(_ arguments: [String], input: String = "") async throws -> ToolResult {
        try await Tool.run(
            try Executables.find("media-token-verifier"), arguments, environment: ProcessInfo.processInfo.environment,
            input: input)
    }
}
