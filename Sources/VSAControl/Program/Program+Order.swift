import ArgumentParser

extension Program {
    /// The replacements for commands by their former names, which are still accepted but appear in no help.
    private static let renamed = ["application": ["client"], "statement": ["client", "statement"]]

    /// Returns the arguments in the order that the parser expects: the names of the commands first, then the options that
    /// preceded or separated them. A negative time of `clock advance` or code of `explain` is placed after `--`, because the
    /// parser would mistake it for an option.
    public static func inOrder(_ arguments: [String]) -> [String] {
        var command: any ParsableCommand.Type = VSACtl.self
        var names: [String] = []
        var options: [String] = []
        var rest = arguments[...]
        while let argument = rest.first, !command.configuration.subcommands.isEmpty {
            if command == VSACtl.self, let current = renamed[argument] {
                rest.replaceSubrange(rest.startIndex...rest.startIndex, with: current)
                continue
            }
            if argument == "--json" || argument.hasPrefix("--address=") {
                options.append(argument)
            } else if argument == "--address", rest.count > 1 {
                options += rest.prefix(2)
                rest.removeFirst()
            } else if argument == "help", names.isEmpty {
                names.append(argument)
            } else if let next = command.configuration.subcommands.first(where: { $0._commandName == argument }) {
                names.append(argument)
                command = next
            } else {
                break
            }
            rest.removeFirst()
        }
        if !rest.contains("--"), let index = rest.firstIndex(where: { isNegative($0, of: command) }) {
            let number = rest.remove(at: index)
            rest += ["--", number]
        }
        // A misspelled command stays first, where the parser looks for a command and reports it.
        let words = rest.prefix { !$0.hasPrefix("-") }
        return names + words + options + rest.dropFirst(words.count)
    }

    private static func isNegative(_ argument: String, of command: any ParsableCommand.Type) -> Bool {
        if command == ClockCommand.Advance.self { return ClockStep.isNegative(argument) }
        return command == ExplainCommand.self && (Int(argument) ?? 0) < 0
    }
}
