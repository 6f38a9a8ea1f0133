import Foundation

/// The checked-out project that the tests were built from.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The sorted paths, relative to the root, of all files below a folder that have a suffix; empty if there is no such folder.
    static func paths(below folder: String, suffix: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path) ?? .init()
        return files.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
    }

    /// All Swift sources of the product, read once.
    static func sources() throws -> [SourceFile] { try allSources.get() }

    /// The targets of Package.swift, read once: a test for each module uses them.
    static func manifest() throws -> Manifest { try ownManifest.get() }

    /// The Swift sources of the agents, which are separate packages.
    static func agentSources() throws -> [SourceFile] {
        try read(paths(below: "Agents", suffix: ".swift").filter { $0.contains("/Sources/") && !$0.contains("/.build/") })
    }

    private static let ownManifest = Result { Manifest(text: try text("Package.swift")) }

    private static let allSources = Result { try read(paths(below: "Sources", suffix: ".swift")) }

    private static func read(_ paths: [String]) throws -> [SourceFile] {
        try paths.map { SourceFile(path: $0, text: try text($0)) }
    }
}
