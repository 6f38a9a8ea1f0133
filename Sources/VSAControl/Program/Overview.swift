import ArgumentParser

/// The help of `vsactl` itself, which fits on one screen: the commands in groups, those of the first group with explanations.
enum Overview {
    private static let columns = 80

    /// Returns whether the arguments, in the parser's order, request it.
    static func isRequested(_ arguments: [String]) -> Bool {
        ["", "--help", "-h", "help", "help --help"].contains(arguments.filter { $0 != "--json" }.joined(separator: " "))
    }

    static var text: String {
        let groups = VSACtl.configuration.groupedSubcommands
        let first = groups[0].subcommands.map { "  " + TextWidth.filled($0._commandName, to: 10) + $0.configuration.abstract }
        let others = groups.dropFirst().flatMap { group in lines(group.name, group.subcommands.map { $0._commandName }) }
        return
            ([VSACtl.configuration.abstract, "USAGE: vsactl <command> ...", "", groups[0].name] + first + [""] + others
            + ["", VSACtl.configuration.discussion]).joined(separator: "\n")
    }

    /// Returns a group's name and its commands in as many lines as they need.
    private static func lines(_ name: String, _ commands: [String]) -> [String] {
        var lines = [TextWidth.filled(name, to: 14)]
        for command in commands {
            if lines[lines.count - 1].count + command.count + 1 > columns { lines.append(String(repeating: " ", count: 14)) }
            lines[lines.count - 1] += command + " "
        }
        return lines.map { String($0.dropLast()) }
    }
}
