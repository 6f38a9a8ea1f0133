import ArgumentParser
import Foundation

/// `vsactl snapshot`
struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Keep all that device and service know in a file, and put it back.",
        subcommands: [Save.self, Load.self, Diff.self])

    /// `vsactl snapshot save FILE`
    struct Save: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write all that the device and its service know now.",
            discussion: """
                Apps and their access, the account, queued answers, faults with what they have done, both clocks; software statements, \
                sessions and tokens of the service. The file holds passwords and tokens: only its owner may read it. Keys, whom the \
                daemons trust, and the journals are not in it.
                """)
        @Argument(help: ArgumentHelp("The file; one that is there is replaced.", valueName: "file"), completion: .file())
        var file: String
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let address = try ServiceAddress.discover()
            let snapshot = try await SnapshotLoader(global, address).take()
            try snapshot.write(to: file)
            global.show(snapshot.report("saved", file))
        }
    }

    /// `vsactl snapshot load FILE`
    struct Load: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put back what a file holds.",
            discussion: """
                Both daemons check it first, then each swaps in one step; when one cannot, both stay as they are. A file without a \
                service's part leaves the service as it is.
                """)
        @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
        var file: String
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let snapshot = try SnapshotFile(reading: file)
            let address = try ServiceAddress.discover()
            try await SnapshotLoader(global, address).load(snapshot, named: file)
            if snapshot.service == nil, let address {
                global.remark("vsactl: \(file) has no part of a service: the one at \(address.url) stays as it is")
            }
            global.show(snapshot.report("loaded", file))
        }
    }

    /// `vsactl snapshot diff FILE [FILE]`
    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tell what is different in a second file, or now.",
            discussion: "Passwords, tokens and the like are compared, and shown as ***.")
        @Argument(
            help: ArgumentHelp("The file with what was before; - is standard input.", valueName: "file"),
            completion: .file())
        var file: String
        @Argument(
            help: ArgumentHelp("The file with what was after; without it, what is so now.", valueName: "other"),
            completion: .file())
        var other: String?
        @Flag(help: "Exit with 4 when something is different.") var exitCode = false
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let before = try SnapshotFile(reading: file)
            let after: SnapshotFile
            if let other {
                after = try SnapshotFile(reading: other)
            } else {
                after = try await SnapshotLoader(global, try ServiceAddress.discover()).take()
            }
            let report = SnapshotDifferenceReport(
                from: file, to: other, differences: SnapshotDifference.all(from: before, to: after))
            global.show(report)
            if exitCode, !report.differences.isEmpty { throw ExitCode(ExitStatus.isFalse.rawValue) }
        }
    }
}

extension SnapshotLoader {
    /// Creates the options from a command's bus, and the service that it found.
    init(_ global: GlobalOptions, _ address: ServiceAddress?) {
        self.init(bus: global.address, service: address.map { ServiceControl(address: $0) })
    }
}
