import Glibc

/// A private message bus: a `dbus-daemon` with a generated configuration, whose socket and service files are in a private folder.
///
/// Releasing the last reference kills the daemon and the processes that it activated.
public final class PrivateBus: Sendable {
    /// The bus did not start.
    public struct StartFailure: Error, Sendable, CustomStringConvertible {
        /// A description of the problem, with the daemon's output.
        public let description: String
    }

    /// The maximum length of a path in a socket address (`sun_path` without the terminating NUL).
    static let longestSocketPath = 107
    /// The name of a bus's socket in its folder.
    public static let socketName = "bus"

    /// The time limit for its start.
    private static let startLimit = Duration.seconds(30)

    /// The address for `DBUS_SESSION_BUS_ADDRESS`.
    public let address: String
    /// The bus daemon.
    public let process: ChildProcess

    private init(address: String, process: ChildProcess) {
        self.address = address
        self.process = process
    }

    /// Starts a bus, which accepts connections when this returns.
    ///
    /// - Parameters:
    ///   - folder: The folder of its files: `bus.conf`, the socket `bus`, `services/`, and `bus.log` if `log` is nil.
    ///   - environment: The complete environment of the bus, and of the services that it activates.
    ///   - log: The file for the standard error of the bus and the activated services.
    /// - Throws: `StartFailure`, or `SystemError` if `dbus-daemon` cannot be executed.
    public static func start(
        in folder: TemporaryFolder, services: [ActivatableService] = [], environment: [String: String], log: String? = nil
    ) async throws -> PrivateBus {
        let socket = folder.path(socketName)
        guard socket.utf8.count <= longestSocketPath else {
            throw StartFailure(
                description: "the socket path \(socket) is longer than \(longestSocketPath) bytes; set TMPDIR to a shorter folder"
            )
        }
        let serviceFolder = try folder.makeFolder("services")
        for service in services {
            try folder.write(service.file, to: "services/\(service.name).service")
        }
        let text = BusConfiguration.text(socket: socket, serviceFolder: serviceFolder)
        let configuration = try folder.write(text, to: "bus.conf")
        let log = log ?? folder.path("bus.log")
        let process = try ChildProcess.start(
            "dbus-daemon",
            arguments: ["--config-file=\(configuration)", "--nofork", "--nopidfile", "--nosyslog", "--print-address=1"],
            environment: environment, standardOutput: .pipe, standardError: .file(log))
        guard let address = await process.standardOutput.next(within: startLimit), !address.isEmpty else {
            let exit = await process.terminate()
            let said = String(decoding: readFile(log) ?? [], as: UTF8.self)
            throw StartFailure(description: "dbus-daemon printed no address (\(exit)). \(said)")
        }
        return PrivateBus(address: address, process: process)
    }

    /// Stops the bus and what it activated: `SIGTERM`, then `SIGKILL` for what remains after five seconds.
    public func stop() async { await process.terminate() }
}
