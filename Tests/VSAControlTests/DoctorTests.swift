import ArgumentParser
import Foundation
import PrivateSession
import Testing

@testable import VSAControl

@Suite("vsactl doctor")
struct DoctorTests {
    private static let sources = (1...3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .appending(path: "Sources/VSAControl")

    @Test("D6: every command of vsactl in its remedies exists, with its arguments")
    func commands() throws {
        let doctor = try FileManager.default.contentsOfDirectory(atPath: Self.sources.appending(path: "Doctor").path)
        // The advice of these failures becomes a remedy.
        let others = ["Device/Failure+Device", "Service/DaemonCommands", "Service/ServiceAddress", "Service/ServiceControl"]
        let texts = try (doctor.map { "Doctor/\($0)" } + others.map { "\($0).swift" }).map {
            try String(contentsOf: Self.sources.appending(path: $0), encoding: .utf8)
        }
        let cures = texts.flatMap { $0.split(separator: "\n") }.compactMap(Self.cure)
        let commands = Set(cures.flatMap { $0.matches(of: /vsactl((?: [A-Za-z0-9-]+)+)/).map { String($0.1) } })
        #expect(commands.isSuperset(of: [" status", " service connect", " service start", " run -- COMMAND"]))
        for command in commands.sorted() {
            #expect(throws: Never.self, "vsactl\(command)") {
                try VSACtl.parseAsRoot(command.split(separator: " ").map(String.init))
            }
        }
    }

    /// Returns the part of a line that can belong to a remedy; nil for comments and the messages of findings.
    private static func cure(_ line: Substring) -> Substring? {
        if let mark = line.firstRange(of: "cure: ") { return line[mark.upperBound...] }
        let first = line.first { $0 != " " }
        return first == "." || first == "/" ? nil : line
    }

    @Test(
        "only a JWT is accepted as a software statement",
        arguments: [
            ("eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln_-8\n", Finding.Level.fine), ("", .problem), ("hello", .problem),
            ("..", .problem), ("0.1.0\n", .problem), ("Two sentences. Of prose.", .problem),
            ("eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.", .problem),
        ])
    func statement(_ content: String, _ level: Finding.Level) throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        let file = try folder.write(content, to: "statement.jwt")
        let finding = Doctor(environment: ["VSASIM_SOFTWARE_STATEMENT": file]).examineStatement()
        #expect(finding.check == .statement && finding.level == level, "\(finding)")
    }
}
