import Foundation

/// The program that opens web pages on this desktop.
package struct DesktopBrowser: Sendable {
    /// Why the program was not started.
    package struct StartFailure: Error, CustomStringConvertible {
        package let description: String
    }

    private let program: String
    private let arguments: [String]

    /// The program's name.
    package var name: String { (program as NSString).lastPathComponent }

    /// Creates the browser for a URL: the first program in `BROWSER` (separated by colons, `%s` for the URL) that exists, or
    /// xdg-open if there is a display; nil if there is neither.
    package init?(for url: String, environment: [String: String]) {
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        for candidate in (environment["BROWSER"] ?? "").split(separator: ":") {
            let words = candidate.split(separator: " ").map(String.init)
            guard let first = words.first, let program = Self.find(first, in: path) else { continue }
            let given = Array(words.dropFirst())
            self.program = program
            arguments = given.contains { $0.contains("%s") } ? given.map { $0.replacing("%s", with: url) } : given + [url]
            return
        }
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
        guard hasDisplay, let program = Self.find("xdg-open", in: path) else { return nil }
        self.program = program
        arguments = [url]
    }

    /// Opens the URL. The program keeps running independently.
    ///
    /// - Parameter onEnd: A function that is called with the exit code, or the signal, when the program ends.
    /// - Throws: `StartFailure`.
    package func open(onEnd: @escaping @Sendable (Int32) -> Void = { _ in }) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        // Terminal input belongs to the program that opens the page.
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { onEnd($0.terminationStatus) }
        do { try process.run() } catch {
            throw StartFailure(description: "\(program) cannot be started: \(error.localizedDescription)")
        }
    }

    private static func find(_ name: String, in path: String) -> String? {
        let candidates = name.contains("/") ? [name] : path.split(separator: ":").map { "\($0)/\(name)" }
        return candidates.first { candidate in
            // A folder is executable, too.
            var isFolder = ObjCBool(false)
            return FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder) && !isFolder.boolValue
                && FileManager.default.isExecutableFile(atPath: candidate)
        }
    }
}
