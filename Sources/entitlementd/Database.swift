import ArgumentParser
import EntitlementService
import Foundation
import StateDirectory
import TVWorld
import TerminalProgress

/// The `entitlementd database` command.
struct Database: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database",
        abstract: "Inspect the service's records, and move them between SQLite and PostgreSQL.",
        discussion: """
            The store is that of the service: the PostgreSQL server of --database, otherwise SQLite in the state folder. The \
            configuration file and the environment apply as for serve.
            """,
        subcommands: [Status.self, Migrate.self, Export.self, Import.self, Drop.self])

    /// The options that choose the store.
    struct Place: ParsableArguments {
        @Option(
            help: "The configuration file (YAML or JSON); default: $XDG_CONFIG_HOME/vsasim/entitlementd.yaml, if it exists.",
            completion: .file())
        var config: String?
        @Option(help: ArgumentHelp(stringLiteral: Setting.state.summary), completion: .directory) var state: String?
        @Option(help: ArgumentHelp(stringLiteral: Setting.database.summary)) var database: String?
        @Option(help: ArgumentHelp(stringLiteral: Setting.databaseSchema.summary)) var databaseSchema: String?

        /// Opens the store.
        ///
        /// - Parameter isMigrated: Whether it is created or migrated to this version; otherwise it must have this version.
        func open(isMigrated: Bool) throws -> OpenedStore {
            try OpenedStore(configuration, isMigrated: isMigrated)
        }

        var configuration: ServiceConfiguration {
            get throws {
                try ServiceConfiguration(options: options, file: config, environment: ProcessInfo.processInfo.environment)
            }
        }

        private var options: [Setting: String] {
            let given: [Setting: String?] = [.state: state, .database: database, .databaseSchema: databaseSchema]
            return given.compactMapValues(\.self)
        }

        func validate() throws { try checkOptions(options) }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Print the store and the number of records of each kind.")
        @OptionGroup var place: Place

        func run() async throws {
            try await reporting {
                let opened = try place.open(isMigrated: false)
                try StandardStreams.print(opened.description)
                let counts = try await opened.store.counts()
                for (table, count) in counts { try StandardStreams.print("\(table): \(count)") }
                try StandardStreams.print("records: \(counts.map(\.count).reduce(0, +))")
            }
        }
    }

    struct Migrate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate",
            abstract: "Create the tables, or migrate them to this version, as serve does when it starts.")
        @OptionGroup var place: Place

        func run() async throws { try await reporting { try StandardStreams.print(place.open(isMigrated: true).description) } }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write all records to a file (JSON Lines), which contains secrets and is readable only by you.",
            discussion: """
                It does not contain the service's keys, which are in the state folder, or, with --database-key-file, in the \
                database. A service that starts without them generates new ones, and rejects statements and tokens of the old ones.
                """)
        @OptionGroup var place: Place
        @Argument(help: "The file; an existing one is replaced. - is standard output.", completion: .file()) var file: String

        func run() async throws {
            try await reporting {
                let count = try await Progress.during("exporting", of: "entitlementd", export)
                let report = "exported \(count) records"
                if isStream { complain(report) } else { try StandardStreams.print(report) }
            }
        }

        /// Whether the records are written to something that exists, such as a pipe or a device, instead of a new file.
        private var isStream: Bool {
            var status = stat()
            return isStandardOutput || stat(file, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        }

        /// Whether the records are written to standard output, whose target, such as a regular file, is not replaced.
        private var isStandardOutput: Bool { ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(file) }

        private func stream(_ content: [UInt8]) throws(SystemFailure) {
            guard !isStandardOutput else { return try OpenFile.write(content, to: STDOUT_FILENO) }
            let descriptor = retrying { open(self.file, O_WRONLY | O_CLOEXEC) }
            guard descriptor >= 0 else { throw SystemFailure() }
            defer { close(descriptor) }
            try OpenFile.write(content, to: descriptor)
        }

        /// Returns the number of records.
        private func export() async throws -> Int {
            let archive = try await RecordArchive(of: place.open(isMigrated: false).store)
            let content = try archive.content
            if isStream {
                do throws(SystemFailure) { try stream(Array(content)) } catch {
                    throw SetupFailure("The records cannot be written to \(file): \(error.reason).")
                }
                return archive.count
            }
            do throws(SystemFailure) { try PrivateFile.replace(file, with: content) } catch {
                throw SetupFailure("The file \(file) cannot be written: \(error.reason).")
            }
            return archive.count
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Replace all records with those of an exported file.",
            discussion: """
                A store that contains records is replaced only with --replace. No service may use the store. A store of an earlier \
                version must be migrated first.
                """)
        @OptionGroup var place: Place
        @Argument(help: "The file; - is standard input.", completion: .file()) var file: String
        @Flag(help: "Replace the records that the store contains.") var replace = false

        func run() async throws {
            try await reporting {
                let count = try await Progress.during("importing", of: "entitlementd", load)
                try StandardStreams.print("imported \(count) records")
            }
        }

        /// Returns the number of records.
        private func load() async throws -> Int {
            let isStandardInput = file == "-"
            let source = isStandardInput ? "Standard input" : "The file \(file)"
            let content: [UInt8]
            do throws(SystemFailure) {
                content = try isStandardInput ? OpenFile.read(STDIN_FILENO) : OpenFile.read(file)
            } catch {
                throw SetupFailure("\(source) cannot be read: \(error.reason).", exitCode: 65)
            }
            let archive: RecordArchive
            do throws(RecordArchive.Unreadable) { archive = try RecordArchive(content: Data(content)) } catch {
                throw SetupFailure("\(source) is not an export: \(error).", exitCode: 65)
            }
            let opened = try open()
            // Its claim on the folder must outlast the import.
            defer { withExtendedLifetime(opened) {} }
            try await opened.claim()
            let count = try await opened.store.counts().map(\.count).reduce(0, +)
            guard count == 0 || replace else {
                throw SetupFailure("The store contains \(count) records; --replace replaces them.")
            }
            try await archive.restore(to: opened.store)
            return archive.count
        }

        /// Opens the store, and creates a missing one. An existing one is not migrated, so that a refusal changes nothing.
        private func open() throws -> OpenedStore {
            do { return try place.open(isMigrated: false) } catch let failure as StoreFailure where failure.kind == .absent {
                return try place.open(isMigrated: true)
            }
        }
    }

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drop",
            abstract: "Remove the schema of a PostgreSQL database with everything in it; no node may use it.")
        @OptionGroup var place: Place

        func run() async throws {
            try await reporting {
                guard try place.configuration[.database].text != nil else {
                    throw SetupFailure("Only a schema can be removed; give --database.", exitCode: 64)
                }
                let opened = try open()
                try await opened.claim()
                try await (opened.store as? PostgreSQLTokenStore)?.drop()
                try StandardStreams.print("removed: \(opened.description)")
            }
        }

        /// Opens the store. The advice to create or to migrate it would be of no use here.
        private func open() throws -> OpenedStore {
            do { return try place.open(isMigrated: false) } catch let failure as StoreFailure where failure.kind == .absent {
                throw SetupFailure("The store does not exist: there is nothing to remove.")
            } catch let failure as StoreFailure where failure.kind == .older {
                let schema = try place.configuration[.databaseSchema].text ?? ""
                throw SetupFailure(
                    "The schema \(schema) is of an earlier version of entitlementd. Remove it with that version, or, if no node uses "
                        + "it, with `DROP SCHEMA \"\(schema)\" CASCADE` in psql.")
            }
        }
    }
}

/// The store that a configuration names, opened without a service.
struct OpenedStore: CustomStringConvertible {
    let store: any TokenStore
    let description: String
    private let folder: StateFolder?

    init(_ configuration: ServiceConfiguration, isMigrated: Bool) throws {
        if let target = configuration[.database].text {
            let schema = configuration[.databaseSchema].text ?? ""
            store = try PostgreSQLTokenStore(
                target: target, schema: schema, patience: PostgreSQLTokenStore.longPatience, isMigrated: isMigrated)
            (folder, description) = (nil, "PostgreSQL, schema \(schema)")
        } else {
            let path = try Start.folder(of: configuration)
            let file = path + "/entitlementd.sqlite"
            if !isMigrated { try SQLiteTokenStore.check(file) }
            let folder = try StateFolder(path: path)
            defer { folder.release() }
            store = try SQLiteTokenStore(path: file)
            (self.folder, description) = (folder, "SQLite, \(file)")
        }
        try store.open(baseline: .builtIn)
    }

    /// Ensures that no service uses the store.
    func claim() async throws {
        if let shared = store as? PostgreSQLTokenStore, case let count = try await shared.node.count(), count > 0 {
            throw SetupFailure(
                count == 1
                    ? "An entitlementd uses the schema: stop it first."
                    : "\(count) processes of entitlementd use the schema: stop them first.", exitCode: 75)
        }
        if let folder, try !folder.claim() {
            throw SetupFailure("An entitlementd uses the state folder \(folder.path): stop it first.", exitCode: 75)
        }
    }
}

/// Runs a command; an error is printed as one clear line instead of nested types, and decides the exit code.
func reporting(_ body: () async throws -> Void) async throws {
    do { try await body() } catch let mistakes as ConfigurationMistakes {
        for line in mistakes.lines { complain(line) }
        throw ExitCode(65)
    } catch {
        complain(String(describing: error))
        let isMistake = (error as? StoreFailure)?.isMistake == true
        throw ExitCode((error as? SetupFailure)?.exitCode ?? (isMistake ? 65 : 1))
    }
}
