import FoundationEssentials
import Glibc
import TVWorld

/// A scenario with its source.
struct LoadedScenario {
    /// The complete scenario.
    var scenario: Scenario
    /// The source text in YAML.
    var source: String
    /// The file that it was loaded from, followed by those of the scenarios that it extends; none for scenarios of the pack.
    var files: [ScenarioFile] = []
}

/// A file that was read for a scenario.
struct ScenarioFile {
    var path: String
    /// The content; nil if the file could not be read.
    var content: Data?

    /// Whether the file still has this content.
    var isCurrent: Bool { FileManager.default.contents(atPath: path)?.prefix(ScenarioSource.limit + 1) == content }
}

/// The problems of a scenario file, each with its position.
struct InvalidScenario: Error {
    /// The file, or the name of a scenario of the pack.
    var file: String
    var mistakes: [YAMLMistake]

    /// The failure of a command that needed the scenario.
    var failure: Failure { Failure(mistakes: mistakes, in: "scenario", file) }
}

extension Failure {
    /// Creates the failure of a command; nil for an error of another kind.
    init?(_ error: any Error) {
        guard let failure = (error as? InvalidScenario)?.failure ?? error as? Failure else { return nil }
        self = failure
    }

    /// Creates the failure of a command that needed a file.
    init(mistakes: [YAMLMistake], in kind: String, _ file: String) {
        self.init(
            .invalidData, "the \(kind) \(file) has \(mistakes.count == 1 ? "a mistake" : "\(mistakes.count) mistakes")",
            advice: mistakes.map { "\(file):\($0.text)" }.joined(separator: "\n"))
    }
}

/// Finds scenarios by name or file, and reads them with those that they extend.
enum ScenarioLibrary {
    /// The names of all scenarios that require no file.
    static let names = [Scenario.default.name] + ScenarioPack.all.map(\.name)

    /// The beginning of the schema of a snapshot, in every version. A scenario's has another one.
    static let snapshotPrefix = "vsa-snapshot/"

    /// The maximum number of scenarios that extend one another.
    private static let depthLimit = 16

    /// Returns whether a name is that of a file, by its suffix.
    static func isFile(_ name: String) -> Bool { [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) } }

    /// Returns whether a file names the schema of scenarios near its beginning.
    static func isScenario(_ path: String) -> Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard type == .typeRegular, let data = try? InputFile.read(path, as: "scenario", limit: 65_536) else { return false }
        let text = String(decoding: data.filter { !" \t\"'".utf8.contains($0) }, as: UTF8.self)
        return text.contains("schema:" + Scenario.documentSchema)
    }

    /// Reads a scenario.
    ///
    /// - Parameter nameOrFile: A file, `-` for standard input, or a name of the pack.
    /// - Throws: `InvalidScenario`; `Failure` if there is no such scenario, or it cannot be read.
    static func load(_ nameOrFile: String) throws -> LoadedScenario {
        var files: [ScenarioFile] = []
        return try load(nameOrFile, files: &files)
    }

    /// - Parameter files: Is set to the files that were read, even if an error is thrown: with a missing one at the end.
    static func load(_ nameOrFile: String, files: inout [ScenarioFile]) throws -> LoadedScenario {
        files = []
        var loaded =
            try nameOrFile == StandardStream.name
            ? read(file: nameOrFile, chain: [], files: &files) : load(nameOrFile, from: "", chain: [], files: &files)
        loaded.files = files
        return loaded
    }

    /// A scenario in a chain of scenarios that extend one another.
    private struct Link {
        var name: String
        /// The file without links and dots. For a scenario of the pack it does not matter: none extends a file.
        var place: String
    }

    /// - Parameters:
    ///   - folder: The folder in which files are searched: empty, or with a slash at its end.
    ///   - chain: The scenarios that led here, each of which extends the next one.
    private static func load(
        _ nameOrFile: String, from folder: String, chain: [Link], files: inout [ScenarioFile]
    ) throws -> LoadedScenario {
        let path = chain.isEmpty ? nameOrFile : path(nameOrFile, in: folder)
        if !nameOrFile.contains("/"), !isFile(nameOrFile) {
            if nameOrFile == Scenario.default.name {
                return LoadedScenario(scenario: .default, source: ScenarioPack.defaultSource)
            }
            if let entry = ScenarioPack.all.first(where: { $0.name == nameOrFile }) {
                return try read(Data(entry.source.utf8), named: entry.name, chain: chain, files: &files)
            }
            guard access(path, F_OK) == 0 else {
                files.append(ScenarioFile(path: path))
                throw Failure.noSuch("scenario", nameOrFile, known: names, listing: "vsactl scenario list")
            }
        }
        let place = place(of: path)
        if let start = chain.firstIndex(where: { $0.place == place }) {
            let names = chain[start...].map { $0.name } + [chain[start].name]
            throw Failure(
                .invalidData, "is circular: \(names[0]) extends " + names.dropFirst().joined(separator: ", which extends "))
        }
        return try read(file: path, chain: chain, files: &files)
    }

    /// Returns the path of a file that a scenario names, without `./` at the beginning of the name.
    private static func path(_ name: String, in folder: String) -> String {
        if name.hasPrefix("/") { return name }
        var rest = name
        while rest.hasPrefix("./") { rest = String(rest.dropFirst(2).drop { $0 == "/" }) }
        let path = folder + rest
        return rest.isEmpty || path == StandardStream.name ? folder + name : path
    }

    /// Returns the path of a file without links and dots, or the path itself if the file does not exist.
    private static func place(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func read(file path: String, chain: [Link], files: inout [ScenarioFile]) throws -> LoadedScenario {
        files.append(ScenarioFile(path: path))
        let data = try InputFile.read(path, as: "scenario", limit: ScenarioSource.limit)
        files[files.count - 1].content = data
        return try read(data, named: path, chain: chain, files: &files)
    }

    private static func read(
        _ data: Data, named name: String, chain: [Link], files: inout [ScenarioFile]
    ) throws -> LoadedScenario {
        let source: ScenarioSource
        do throws(YAMLMistake) {
            source = try ScenarioSource(data)
        } catch {
            throw InvalidScenario(file: name, mistakes: [error])
        }
        if source.document["schema"]?.text?.hasPrefix(snapshotPrefix) == true {
            // Each difference from a scenario as a mistake of its own would hide what the file is.
            let problem = WorldDocumentError("schema", "is that of a snapshot: vsactl snapshot load \(name)")
            throw InvalidScenario(file: name, mistakes: source.locate(ScenarioError(problems: [problem])))
        }
        let parent = try parent(of: source, named: name, chain: chain, files: &files)
        var problems = unusableCertificates(in: source.document)
        do throws(ScenarioError) {
            let scenario = try Scenario(document: source.document, extending: parent?.scenario)
            if problems.isEmpty { return LoadedScenario(scenario: scenario, source: String(decoding: data, as: UTF8.self)) }
        } catch {
            problems = error.problems + problems
        }
        throw InvalidScenario(file: name, mistakes: source.locate(ScenarioError(problems: problems)))
    }

    /// Returns the problems with certificates that no service could use, in a document's own elements.
    private static func unusableCertificates(in document: JSON) -> [WorldDocumentError] {
        let requestors = document["requestors"]?.elements ?? []
        return requestors.enumerated().compactMap { index, requestor in
            // Any other text is not even accepted as a part of a world.
            guard let text = requestor["metadata-encryption"]?["certificate"]?.text, TextRule.certificate.accepts(text),
                text != MetadataEncryption.noCertificate, !LinkedBackend.current.isMetadataCertificate(text)
            else { return nil }
            let field = "requestors[\(index)].metadata-encryption.certificate"
            return WorldDocumentError(field, "takes \(TextRule.certificate.accepted)")
        }
    }

    /// Returns the scenario that another one extends; nil if it extends none but a root.
    private static func parent(
        of source: ScenarioSource, named name: String, chain: [Link], files: inout [ScenarioFile]
    ) throws -> LoadedScenario? {
        guard let extends = source.document["extends"]?.text, Scenario.Root(rawValue: extends) == nil else { return nil }
        func refuse(_ message: String) -> InvalidScenario {
            let problem = WorldDocumentError("extends", message)
            let others = Scenario.mistakes(ofOrphan: source.document).problems
            return InvalidScenario(file: name, mistakes: source.locate(ScenarioError(problems: [problem] + others)))
        }
        let chain = chain + [Link(name: name, place: place(of: name))]
        guard chain.count < depthLimit else { throw refuse("leads to more than \(depthLimit) scenarios") }
        // Unchanged, so that a mistake in it is reported with a path that the caller recognizes.
        let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
        do {
            return try load(extends, from: folder, chain: chain, files: &files)
        } catch let failure as Failure {
            throw refuse(failure.message + (failure.advice.map { ". \($0)" } ?? ""))
        }
    }
}
