import FoundationEssentials
import Glibc
import StateDirectory
import TVWorld

/// The files that `vsactl run --save-on-exit` writes for later analysis.
struct SavedSession: Sendable {
    let folder: String

    /// Creates the folder immediately, so that an invalid one is noticed before the command runs.
    ///
    /// - Throws: `Failure` with `ExitStatus.setUpFailed`.
    init(folder: String) throws {
        self.folder = folder
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure(.setUpFailed, "cannot create the folder \(folder) of --save-on-exit: \(error.reason)")
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw Failure(.setUpFailed, "cannot write into the folder \(folder) of --save-on-exit")
        }
    }

    /// Writes the timeline (`journal.jsonl`), the service's traffic (`requests.har`), the final state as a snapshot
    /// (`snapshot.json`) and as a scenario (`scenario.yaml`), and the logs. Unavailable parts are reported, and the others are
    /// written. Cancelling the task skips the rest.
    ///
    /// - Parameters:
    ///   - journals: The journals that can be read. The state is saved only with the device's; without the service's, it is that
    ///     of the device alone.
    ///   - absences: The reasons why others cannot be read.
    ///   - bus: The address of the session's bus.
    ///   - logs: The paths of logs.
    func save(_ journals: TimelineJournals, absences: [String], bus: String, logs: [String]) async {
        for absence in absences { StandardStream.remark("vsactl: \(folder) is incomplete: \(absence)") }
        for log in logs {
            await part(log) {
                guard let content = FileManager.default.contents(atPath: log) else { return }
                try write(String(decoding: content, as: UTF8.self), to: URL(fileURLWithPath: log).lastPathComponent)
            }
        }
        if journals.device != nil {
            await part("the snapshot") {
                try await StateLoader(bus: bus, service: journals.service).takeSnapshot().write(to: "\(folder)/snapshot.json")
            }
            await part("the scenario") {
                let scenario = try await StateLoader(bus: bus, service: journals.service).exportScenario()
                try write(try LinkedBackend.current.writeYAML(scenario.document), to: "scenario.yaml")
            }
        }
        var entries: [[TimelineEntry]] = []
        for source in TimelineSource.allCases {
            await part("the entries of the \(source.rawValue)") {
                entries.append(try await journals.only([source]).entries())
            }
        }
        await part("the timeline") { try write(TimelineEntry.merged(entries).jsonLines, to: "journal.jsonl") }
        if let service = journals.service {
            await part("the service's requests") {
                let archive = HTTPArchive.document(try await service.list(), service: service.address.url)
                try write(archive.pretty + "\n", to: "requests.har")
            }
        }
        if Task.isCancelled { StandardStream.remark("vsactl: \(folder) is incomplete: a signal ended the saving") }
    }

    private func write(_ text: String, to name: String) throws {
        // The files contain tokens and users.
        try PrivateFile.replace("\(folder)/\(name)", with: text.utf8, isSynced: false)
    }

    private func part(_ name: String, _ work: () async throws -> Void) async {
        guard !Task.isCancelled else { return }
        do {
            try await work()
        } catch {
            guard !Task.isCancelled else { return }
            StandardStream.remark("vsactl: cannot save \(name): \((error as? Failure)?.message ?? error.reason)")
        }
    }
}
