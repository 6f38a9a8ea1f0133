import DBus
import DeviceInterfaces
import PrivateSession
import ProjectTesting

@testable import VSAControl

/// The real vsad on a private bus, and the real vsactl.
struct RealDevice: Sendable {
    let bus: TestBus
    let control: DeviceControl
    /// For programs that use the device.
    let environment: [String: String]

    /// Runs a test with its own device.
    static func with(_ test: (RealDevice) async throws -> Void) async throws {
        let vsad = ActivatableService(name: SubscriberAccountInterface.busName.string, executable: try Executables.find("vsad"))
        try await TestBus.with(services: [vsad]) { bus in
            let programs = Executables.ownFolder
            var environment = bus.environment
            environment["PATH"] = "\(programs):\(environment["PATH"] ?? "/usr/bin:/bin")"
            let control = try await DeviceControl.connect(address: bus.address)
            try await test(RealDevice(bus: bus, control: control, environment: environment))
            await control.connection.close()
        }
    }

    /// Runs `vsactl` to its end.
    func vsactl(_ arguments: String...) async throws -> ToolResult { try await vsactl(arguments) }

    /// Runs `vsactl` to its end.
    func vsactl(_ arguments: [String]) async throws -> ToolResult {
        try await Tool.run(try Executables.find("vsactl"), arguments, environment: environment)
    }

    /// Starts `vsactl`; its streams are pipes.
    func start(_ arguments: String...) throws -> ChildProcess { try start(arguments) }

    private func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess.start(
            try Executables.find("vsactl"), arguments: arguments, environment: environment, standardInput: .pipe,
            standardOutput: .pipe, standardError: .pipe)
    }

    /// Starts an agent and waits until the device knows it.
    func startAgent(_ arguments: String...) async throws -> ChildProcess {
        let agent = try start(["agent", "run"] + arguments)
        try await until("the agent is registered") { try await !control.agents().isEmpty }
        return agent
    }
}
