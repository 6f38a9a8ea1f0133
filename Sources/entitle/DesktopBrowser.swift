import Foundation

/// The program that shows pages on this desktop.
struct DesktopBrowser {
    private let program: String
    private let arguments: [String]

    /// What it is called in `entitle`'s output.
    var name: String { (program as NSString).lastPathComponent }

    /// The first program of `BROWSER` (several between colons, `%s` for the address) that is there, else xdg-open where there is a
    /// display; nil when there is neither.
    init?(for url: String, environment: [String: String]) {
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        for candidate in (environment["BROWSER"] ?? "").split(separator: ":") {
            var words = candidate.split(separator: " ").map(String.init)
            guard let first = words.first, let program = Self.find(first, in: path) else { continue }
            words.removeFirst()
            self.program = program
            arguments = words.contains { $0.contains("%s") } ? words.map { $0.replacing("%s", with: url) } : words + [url]
            return
        }
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
        guard hasDisplay, let program = Self.find("xdg-open", in: path) else { return nil }
        self.program = program
        arguments = [url]
    }

    /// Opens the address; the program goes on by itself.
    ///
    /// - Throws: why it cannot be started.
    func open() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        // Standard output is the protocol's, standard input the commands'.
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    private static func find(_ name: String, in path: String) -> String? {
        let candidates = name.contains("/") ? [name] : path.split(separator: ":").map { "\($0)/\(name)" }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
