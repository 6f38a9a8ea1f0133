import ArgumentParser
import TVWorld
import TerminalProgress

extension ScenarioCommand {
    /// `vsactl scenario load NAME-OR-FILE`
    struct Load: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "load", abstract: "Put the device and its service into the state of a scenario.",
            discussion: """
                Both daemons validate it first, then each switches to it in one step; if one fails, both stay as they are. `vsactl \
                reset` returns to the scenario from then on. With --watch it is loaded again whenever its file changes; mistakes \
                in the file are reported, and the state does not change.
                """)
        @Argument(help: .scenario, completion: .live(.scenarios)) var scenario: String
        @Flag(help: "Load it again whenever its file changes.") var watch = false
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let loaded = try await Progress.during("reading the scenario") { try ScenarioLibrary.load(scenario) }
            guard !watch || !loaded.files.isEmpty else {
                throw Failure(.usage, "--watch is for files, and \(scenario) comes with vsactl")
            }
            guard !watch || scenario != StandardStream.name else {
                throw Failure(.usage, "--watch is for files, and standard input can be read once only")
            }
            try await load(loaded)
            guard watch else { return }
            try await ReaderWatch.perform { [files = loaded.files] in try await follow(files) }
        }

        private func load(_ loaded: LoadedScenario) async throws {
            let loader = StateLoader(bus: global.address, service: try ServiceControl.present())
            try await Progress.during("loading the scenario") { try await loader.load(loaded.scenario) }
            let name = loaded.scenario.name
            let report = Report(
                ["name": name, "service": loader.service?.address.url], text: "loaded \(name)")
            if watch { global.stream(report) } else { global.show(report) }
        }

        /// Loads the scenario whenever one of its files changes, until the task is cancelled.
        private func follow(_ files: [ScenarioFile]) async throws {
            var files = files
            while !Task.isCancelled {
                // Anew after each change, which may have brought the folder of a missing file.
                let changes = try FileChanges(of: files.map(\.path))
                // Changes before the start of the watch also count.
                if files.allSatisfy(\.isCurrent) {
                    for await _ in changes.happened { break }
                } else {
                    try await reload(&files)
                }
            }
        }

        /// Loads the current contents of the files, with a remark if that is not possible. The files are then those that were
        /// tried: a missing one may appear.
        private func reload(_ files: inout [ScenarioFile]) async throws {
            do {
                let fresh = try ScenarioLibrary.load(scenario, files: &files)
                try await load(fresh)
            } catch {
                guard let failure = Failure(error) else { throw error }
                StandardStream.remark(failure.text + "\nThe state is unchanged.")
            }
        }
    }

    /// `vsactl scenario export`
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write the current state as a scenario that loads to the same state.")
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let loader = StateLoader(bus: global.address, service: try ServiceControl.present())
            let scenario = try await Progress.during("exporting the scenario") { try await loader.exportScenario() }
            global.show(.scenario(scenario, text: try LinkedBackend.current.writeYAML(scenario.document)))
        }
    }
}
