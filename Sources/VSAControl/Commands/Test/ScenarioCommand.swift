import ArgumentParser
import TVWorld

/// `vsactl scenario`
struct ScenarioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario", abstract: "Complete test set-ups: device, providers, service in one YAML file.",
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
