import ArgumentParser

extension Program {
    /// Returns whether the arguments name a command that needs a backend. Groups of commands, help and mistakes need none.
    public static func needsBackend(_ arguments: [String]) -> Bool {
        var command: any ParsableCommand.Type = VSACtl.self
        var rest = inOrder(arguments)
        while let name = rest.first, let next = command.configuration.subcommands.first(where: { $0._commandName == name }) {
            command = next
            rest.removeFirst()
        }
        let isHelp = rest == ["--help"] || rest == ["-h"]
        if isHelp { return false }
        if let light = command as? any LightCommand.Type { return light.needsBackend(rest) }
        return command.configuration.subcommands.isEmpty || command.configuration.defaultSubcommand != nil
    }
}
