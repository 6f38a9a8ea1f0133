import ArgumentParser

/// A command that shows a report of the device.
protocol DeviceCommand: ReportCommand, LightCommand {
    /// Performs the command and returns its output.
    func report(_ device: DeviceControl) async throws -> Report
}

extension DeviceCommand {
    func run() async throws {
        try await show { try await report(try await DeviceControl.connect(address: global.address)) }
    }
}

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
