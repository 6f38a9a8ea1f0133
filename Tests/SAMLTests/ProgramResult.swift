import Foundation

/// What became of a program that ran to its end.
struct ProgramResult: Sendable {
    let status: Int32
    let output: String
    let errors: String

    /// Runs a program found in PATH; no thread waits for it. Its output goes to files, so that it never waits for a reader.
    static func of(_ program: String, _ arguments: [String]) async throws -> ProgramResult {
        try await TemporaryFolder.with { folder in
            let output = try folder.file("output")
            let errors = try folder.file("errors")
            let status = try await run(program, arguments, output: output, errors: errors)
            return ProgramResult(
                status: status, output: try folder.read("output"), errors: try folder.read("errors"))
        }
    }

    private static func run(
        _ program: String, _ arguments: [String], output: FileHandle, errors: FileHandle
    ) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}

/// A folder that is removed with everything in it.
struct TemporaryFolder: Sendable {
    private let url: URL

    static func with<Result: Sendable>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
        let url = FileManager.default.temporaryDirectory.appending(path: "saml-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(TemporaryFolder(url: url))
    }

    /// Writes a file and returns its path.
    func write(_ name: String, _ text: String) throws -> String {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path(percentEncoded: false)
    }

    /// An empty file, open for writing.
    func file(_ name: String) throws -> FileHandle { try FileHandle(forWritingTo: URL(filePath: write(name, ""))) }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }
}
