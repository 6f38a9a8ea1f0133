import ArgumentParser
import TVWorld
import TerminalProgress

/// `vsactl scenario`
struct ScenarioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario", abstract: "Complete test setups: device, providers, service in one YAML file.",
        subcommands: [List.self, Show.self, Validate.self, Load.self, Export.self])

    /// `vsactl scenario list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the scenarios that come with vsactl.",
            discussion: """
                There is at least one for each row of the decision tables, and one for each row of the matrix of lifetimes. The \
                text that `vsactl scenario show` prints starts with the commands that run the scenario.
                """)
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            global.show(.scenarios([ScenarioPack.Entry(ScenarioPack.defaultSource)] + ScenarioPack.all))
        }
    }

    /// `vsactl scenario show NAME-OR-FILE`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a scenario as it is written, or with all its settings.",
            discussion: "With --resolved, all settings are shown, including those of the scenarios that it extends.")
        @Argument(help: .scenario, completion: .live(.scenarios)) var scenario: String
        @Flag(help: "Show all settings.") var resolved = false
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let loaded = try ScenarioLibrary.load(scenario)
            let text = resolved ? try LinkedBackend.current.writeYAML(loaded.scenario.document) : loaded.source
            global.show(.scenario(loaded.scenario, text: text))
        }
    }

    /// `vsactl scenario validate FILE`
    struct Validate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "validate", abstract: "Find every mistake in a scenario, with its location.",
            discussion: "Prints FILE:LINE:COLUMN: KEY: MISTAKE, one per line. The exit code is 65 if there is one.")
        @Argument(
            help: ArgumentHelp("The file; - is standard input.", valueName: "file"),
            completion: .file(extensions: ["yaml", "yml", "json"]))
        var file: String
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            do {
                let loaded = try ScenarioLibrary.load(file)
                global.show(.validation(of: file, name: loaded.scenario.name, mistakes: []))
            } catch let error as InvalidScenario {
                global.show(.validation(of: error.file, name: nil, mistakes: error.mistakes))
                throw ExitCode(ExitStatus.invalidData.rawValue)
            }
        }
    }

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
            global.remarkAbsentDevice(beside: try ServiceControl.present())
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
                // Created again after each change, with which the folder of a missing file may have appeared.
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
            global.remarkAbsentDevice(beside: loader.service)
            let scenario = try await Progress.during("exporting the scenario") { try await loader.exportScenario() }
            global.show(.scenario(scenario, text: try LinkedBackend.current.writeYAML(scenario.document)))
        }
    }
}

extension ArgumentHelp {
    static var scenario: ArgumentHelp {
        ArgumentHelp("A scenario of `vsactl scenario list`, or a file; - is standard input.", valueName: "name-or-file")
    }
}

extension Report {
    fileprivate static func scenarios(_ entries: [ScenarioPack.Entry]) -> Report {
        let elements = entries.map { entry in
            JSON.members(["name": entry.name, "summary": entry.summary, "row": entry.row, "script": entry.script])
        }
        let table = Table(headings: [], rows: entries.map { [Table.Cell($0.name), Table.Cell($0.summary)] })
        return Report(document: .document(["scenarios": elements]), text: table.text)
    }

    static func scenario(_ scenario: Scenario, text: String) -> Report {
        Report(
            ["name": scenario.name, "scenario": scenario.document.normalized],
            text: text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }

    fileprivate static func validation(of file: String, name: String?, mistakes: [YAMLMistake]) -> Report {
        let elements = mistakes.map { mistake in
            JSON.members([
                "line": mistake.position.line, "column": mistake.position.column, "key": mistake.key, "message": mistake.message,
            ])
        }
        return Report(
            ["file": file, "valid": mistakes.isEmpty, "name": name, "mistakes": elements],
            text: mistakes.isEmpty ? "\(file): valid" : mistakes.map { "\(file):\($0.text)" }.joined(separator: "\n"))
    }
}
