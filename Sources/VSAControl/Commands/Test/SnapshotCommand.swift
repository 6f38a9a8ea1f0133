import ArgumentParser
import TerminalProgress

/// `vsactl snapshot`
struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Save the complete state of device and service in a file, and restore it.",
        subcommands: [Save.self, Load.self, Diff.self])

    /// `vsactl snapshot save FILE`
    struct Save: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "save", abstract: "Write the complete current state of the device and its service.",
            discussion: """
                It includes apps and their access, the account, queued answers, faults and how often they have occurred, both \
                clocks, and the service's software statements, sessions and tokens. The file contains passwords and tokens, so it \
                is readable only by its owner. Keys, trusted metadata and journals are not included.
                """)
        @Argument(
            help: ArgumentHelp("The file; an existing one is replaced. - is standard output.", valueName: "file"),
            completion: .file())
        var file: String
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let loader = StateLoader(bus: global.address, service: try ServiceControl.present())
            let snapshot = try await Progress.during("saving the snapshot", loader.takeSnapshot)
            if file == StandardStream.name { return StandardStream.line(snapshot.document.pretty) }
            try snapshot.write(to: file)
            global.show(snapshot.report("saved", file))
        }
    }

    /// `vsactl snapshot load FILE`
    struct Load: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "load", abstract: "Restore the state from a file.",
            discussion: """
                Both daemons validate it first, then each switches to it in one step; if one fails, both stay as they are. A file \
                without a service part leaves the service unchanged.
                """)
        @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
        var file: String
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let loader = StateLoader(bus: global.address, service: try ServiceControl.present())
            let snapshot = try await Progress.during("loading the snapshot") {
                let snapshot = try SnapshotFile(reading: file)
                try await loader.load(snapshot, named: file)
                return snapshot
            }
            if snapshot.service == nil, let service = loader.service {
                StandardStream.remark("vsactl: \(file) has no service part: the service at \(service.address.url) is unchanged")
            }
            global.show(snapshot.report("loaded", file))
        }
    }

    /// `vsactl snapshot diff FILE [FILE]`
    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff", abstract: "Show how a second file, or the current state, differs from a file.",
            discussion: "Passwords, tokens and other secrets are compared, but shown as ***.")
        @Argument(
            help: ArgumentHelp("The file with the earlier state; - is standard input.", valueName: "file"),
            completion: .file())
        var file: String
        @Argument(
            help: ArgumentHelp("The file with the later state (default: the current state).", valueName: "other"),
            completion: .file())
        var other: String?
        @Flag(help: "Exit with 4 if there is a difference.") var exitCode = false
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let differences = try await Progress.during("comparing") {
                let before = try SnapshotFile(reading: file)
                let after =
                    if let other { try SnapshotFile(reading: other) } else {
                        try await StateLoader(bus: global.address, service: try ServiceControl.present()).takeSnapshot()
                    }
                return SnapshotDifference.all(from: before, to: after)
            }
            global.show(.differences(differences, from: file, to: other))
            if exitCode, !differences.isEmpty { throw ExitCode(ExitStatus.isFalse.rawValue) }
        }
    }
}
