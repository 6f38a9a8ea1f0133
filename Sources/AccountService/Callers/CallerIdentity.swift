import AccountCore
import DBus

/// The app that a connection belongs to, and how it was identified.
struct CallerIdentity: Sendable, Equatable {
    var application: ApplicationID
    var identification: Identification
}

/// The system's information about the process behind a connection.
struct CallerFindings: Sendable, Equatable {
    /// The app; nil if it cannot be identified.
    var identity: CallerIdentity?
    /// Whether the process is, or may be, in a sandbox: it sees only what an app sees.
    var isSandboxed: Bool
    /// The process, if the bus provides it.
    var processID: UInt32?
}

/// The reason why a caller cannot be examined, in which case its calls are rejected.
struct UnknownCaller: Error, Equatable, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
