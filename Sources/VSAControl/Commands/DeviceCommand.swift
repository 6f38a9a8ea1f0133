import ArgumentParser

/// A command that shows a report of the device.
protocol DeviceCommand: AsyncParsableCommand, LightCommand {
    associatedtype Output: Report

    var global: GlobalOptions { get }

    /// Does what the command is for, and returns what it shows.
    func report(_ device: DeviceControl) async throws -> Output
}

extension DeviceCommand {
    func run() async throws { global.show(try await report(try await DeviceControl.connect(address: global.address))) }
}
