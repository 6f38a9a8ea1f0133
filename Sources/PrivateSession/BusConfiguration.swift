import Encodings

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
