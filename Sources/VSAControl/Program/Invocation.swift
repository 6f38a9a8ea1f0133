import ArgumentParser

/// The arguments of `vsactl` in the order that the parser expects, and the command that they name.
struct Invocation {
    /// The replacements for commands by their former names, which are still accepted but appear in no help.
    private static let renamed = ["application": ["client"], "statement": ["client", "statement"]]

    /// The named command; a group if the next name is missing or unknown.
    private var command: any ParsableCommand.Type = VSACtl.self
    /// The names of the command, after `help` if that is requested.
    private var names: [String] = []
    /// The other arguments. The options that preceded or separated the names come before the rest.
    private var others: [String] = []

    /// All arguments.
    var arguments: [String] { names + others }

    /// Separates the names from the other arguments. A negative time of `clock advance` or code of `explain` is placed after
    /// `--`, because the parser would mistake it for an option.
    init(_ given: [String]) {
        var options: [String] = []
        var rest = given[...]
        while let argument = rest.first, !command.configuration.subcommands.isEmpty {
            if command == VSACtl.self, let current = Self.renamed[argument] {
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
        if !rest.contains("--"), let index = rest.firstIndex(where: isNegative) {
            let number = rest.remove(at: index)
            rest += ["--", number]
        }
        // A misspelled command stays first, where the parser looks for a command and reports it.
        let words = rest.prefix { !$0.hasPrefix("-") }
        others = words + options + rest.dropFirst(words.count)
    }

    private func isNegative(_ argument: String) -> Bool {
        if command == ClockCommand.Advance.self { return ClockStep.isNegative(argument) }
        return command == ExplainCommand.self && (Int(argument) ?? 0) < 0
    }

    /// Whether the command needs a backend. Groups of commands, help and mistakes need none.
    var needsBackend: Bool {
        if names.first == "help" || others == ["--help"] || others == ["-h"] { return false }
        if let light = command as? any LightCommand.Type { return light.needsBackend(others) }
        return command.configuration.subcommands.isEmpty || command.configuration.defaultSubcommand != nil
    }

    /// Finds the mistakes that the parser itself would only report as an unexpected argument or a missing value.
    ///
    /// - Throws: `Failure` with `ExitStatus.usage`: for an unknown command with the nearest name.
    func check() throws {
        let path = names.first == "help" ? Array(names.dropFirst()) : names
        let known = command.configuration.subcommands
        if let name = others.first, !name.hasPrefix("-"), name != "help" || !path.isEmpty, !known.isEmpty,
            command.configuration.defaultSubcommand == nil
        {
            let words = path + [name.isEmpty ? "''" : name]
            let visible = known.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
            throw Failure(
                .usage, "no such command: \(words.joined(separator: " "))",
                advice: words == ["version"] ? "Did you mean --version?" : Failure.suggestion(for: name, among: visible))
        }
        let own = arguments.prefix { $0 != "--" }
        for (option, value) in zip(own, own.dropFirst()) {
            guard option.hasPrefix("--"), !option.contains("="), value.wholeMatch(of: /-[0-9].*/) != nil else { continue }
            throw Failure(.usage, "the value of \(option) must not be negative: \(value)")
        }
    }
}
