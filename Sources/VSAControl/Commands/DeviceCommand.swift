import ArgumentParser

/// A command that shows a report of the device.
protocol DeviceCommand: AsyncParsableCommand, LightCommand {
    var global: GlobalOptions { get }

    /// Performs the command and returns its output.
    func report(_ device: DeviceControl) async throws -> Report
}

extension DeviceCommand {
    func run() async throws { global.show(try await report(try await DeviceControl.connect(address: global.address))) }
}
