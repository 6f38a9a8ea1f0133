import ArgumentParser
import Dates
import FoundationEssentials
import Glibc
import MediaTokenVerifier
import StateDirectory

/// The `media-token-verifier` command, which verifies one media token and prints its fields.
@main
struct MediaTokenVerifierCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media-token-verifier",
        abstract: "Verify a media token, as a programmer's backend does before it delivers a stream.",
        discussion: """
            Prints the status (VALID_TOKEN, INVALID_TOKEN_FORMAT, INVALID_SIGNATURE, TOKEN_EXPIRED, INVALID_RESOURCE_ID, \
            ERROR_UNKNOWN) and, if the signature is valid, the token's fields.

            Exit codes: 0 valid, 1 standard output cannot be written, 4 not valid, 64 incorrect usage, 65 unusable certificate or \
            input.
            """,
        version: simulatorVersion)

    @Option(help: ArgumentHelp("The service's certificate in PEM.", valueName: "file"), completion: .file())
    var certificate: String

    @Option(help: ArgumentHelp("The requestor that the token must have been issued for.", valueName: "id"))
    var requestor: String

    @Option(help: ArgumentHelp("The resource to be played; if omitted, only authenticity and time are checked.", valueName: "id"))
    var resource: String?

    @Option(
        help: ArgumentHelp(
            "The time of the check, for a service whose clock was changed: 2026-01-02T03:04:05Z (default: now).",
            valueName: "time"),
        transform: { text in
            guard let milliseconds = RFC3339.milliseconds(text) else {
                throw ValidationError("must be a time such as 2026-01-02T03:04:05Z")
            }
            return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        })
    var at: Date?

    @Flag(help: "Print the result as a JSON document.")
    var json = false

    @Argument(help: "The serialized token (Base64); if omitted, it is read from standard input.")
    var token: String?

    static func main() {
        do { try perform() } catch { exit(withError: error) }
    }

    private static func perform() throws {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error where exitCode(for: error).isSuccess {
            // Help, version and completion scripts, which the parser would print without noticing that they cannot be written.
            try print(fullMessage(for: error))
        }
    }

    func run() throws {
        let verifier: MediaTokenVerifier
        do {
            verifier = try MediaTokenVerifier(
                certificatePEM: try readCertificates(), requestorID: requestor, clock: { [at] in at ?? Date() })
        } catch let error as MediaTokenVerifier.CertificateError {
            try Self.fail("\(certificate): \(error.description)")
        }
        let verification = verifier.verify(try readToken(), resourceID: resource)
        let report = MediaTokenReport(verification)
        let text = try json ? report.json() : report.text
        try Self.print(text)
        if !verification.isValid { throw ExitCode(4) }
    }

    /// Reads the certificates. PEM files may contain comments in any encoding.
    private func readCertificates() throws -> String {
        // No list of certificates is that long, and reading a device would never end.
        let limit = 1 << 20
        guard let bytes = try? OpenFile.read(certificate, limit: limit), bytes.count <= limit else {
            try Self.fail("\(certificate): cannot be read")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func readToken() throws -> String {
        if let token { return token }
        // With room for white space around the token. Longer input is not valid.
        guard let bytes = try? OpenFile.read(STDIN_FILENO, limit: MediaTokenVerifier.maximumSize + 1024) else {
            try Self.fail("standard input cannot be read; the token may also be given as an argument")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { try Self.fail("standard input is not text") }
        return text
    }

    private static func print(_ text: String) throws {
        do { try OpenFile.write(Array("\(text)\n".utf8), to: STDOUT_FILENO) } catch {
            try fail("standard output cannot be written", code: 1)
        }
    }

    private static func fail(_ message: String, code: Int32 = 65) throws -> Never {
        try? OpenFile.write(Array("media-token-verifier: \(message)\n".utf8), to: STDERR_FILENO)
        throw ExitCode(code)
    }
}
