import ArgumentParser

/// A command that does not always need a backend. All others are executed by `vsactl-full`.
protocol LightCommand: ParsableCommand {
    /// Returns whether the command needs one for some arguments.
    ///
    /// - Parameter arguments: The arguments after the command's name.
    static func needsBackend(_ arguments: [String]) -> Bool
}

extension LightCommand {
    static func needsBackend(_ arguments: [String]) -> Bool { false }
}
