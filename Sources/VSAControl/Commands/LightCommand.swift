import ArgumentParser

/// A command that needs a backend only for some arguments, or never. All others are executed by `vsactl-full`.
protocol LightCommand: ParsableCommand {
    /// Returns whether the command needs a backend for the given arguments.
    ///
    /// - Parameter arguments: The arguments after the command's name.
    static func needsBackend(_ arguments: [String]) -> Bool
}

extension LightCommand {
    static func needsBackend(_ arguments: [String]) -> Bool { false }
}
