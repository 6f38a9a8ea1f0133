import Encodings
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

/// A program that the bus starts when its name is called (D-Bus activation).
public struct ActivatableService: Sendable, Equatable {
    /// The well-known bus name.
    public var name: String
    /// The absolute path of the program.
    public var executable: String
    /// Its arguments.
    public var arguments: [String]

    /// Creates a service of a private bus.
    public init(name: String, executable: String, arguments: [String] = []) {
        self.name = name
        self.executable = executable
        self.arguments = arguments
    }

    /// The contents of the `.service` file (D-Bus specification, "Message Bus Starting Services").
    var file: String {
        let command = ([executable] + arguments).map(Self.quoted).joined(separator: " ")
        return "[D-BUS Service]\nName=\(name)\nExec=\(command)\n"
    }

    /// Returns a quoted word for the bus's parser, which first removes the key file's own escapes.
    private static func quoted(_ text: String) -> String {
        // By scalars: the bus sees the quotation mark, whatever combines with it.
        let word = "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
        return word.unicodeScalars.map { $0 == "\\" ? "\\\\" : String($0) }.joined()
    }
}

enum BusConfiguration {
    /// Returns a configuration with a session bus's policy and limits (dbus's `session.conf`), one socket, one service folder,
    /// and nothing of the system's.
    static func text(socket: String, serviceFolder: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <keep_umask/>
          <listen>unix:path=\(escapedAddress(socket))</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(XMLReference.escape(serviceFolder))</servicedir>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        \(limits.map { "  <limit name=\"\($0.name)\">\($0.value)</limit>" }.joined(separator: "\n"))
        </busconfig>

        """
    }

    private static let limits: [(name: String, value: Int)] = [
        ("max_incoming_bytes", 1_000_000_000), ("max_incoming_unix_fds", 250_000_000),
        ("max_outgoing_bytes", 1_000_000_000), ("max_outgoing_unix_fds", 250_000_000),
        ("max_message_size", 1_000_000_000), ("service_start_timeout", 120_000), ("auth_timeout", 240_000),
        ("pending_fd_timeout", 150_000), ("max_completed_connections", 100_000),
        ("max_incomplete_connections", 10_000), ("max_connections_per_user", 100_000),
        ("max_pending_service_starts", 10_000), ("max_names_per_connection", 50_000),
        ("max_match_rules_per_connection", 50_000), ("max_replies_per_connection", 50_000),
    ]

    /// Escapes a value in a server address (D-Bus specification, "Server Addresses").
    private static func escapedAddress(_ text: String) -> String {
        PercentEncoding.encode(text) { $0.isASCIILetterOrDigit || "-_/.\\".utf8.contains($0) }
    }
}
