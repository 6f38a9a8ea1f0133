import ArgumentParser

/// A command that needs no backend, or not always. All others are carried out by `vsactl-full`.
protocol LightCommand: ParsableCommand {
    /// Whether it needs one now.
    ///
    /// - Parameter arguments: What follows the command's name.
    static func needsBackend(_ arguments: [String]) -> Bool
}

extension LightCommand {
    static func needsBackend(_ arguments: [String]) -> Bool { false }
}
