import AccountCore
import DBus

/// Which app a connection belongs to, and how that was found out.
struct CallerIdentity: Sendable, Equatable {
    var application: ApplicationID
    var identification: Identification
}

/// What the system says about the process behind a connection.
struct CallerFindings: Sendable, Equatable {
    /// The app; nil when nothing tells.
    var identity: CallerIdentity?
    /// Whether the process is in a sandbox, or may be: it sees what an app sees, and nothing else.
    var isSandboxed: Bool
    /// The process, if the bus reports it.
    var processID: UInt32?
}

/// Why nothing can be said about a caller: then nothing is done for it either.
struct UnknownCaller: Error, Equatable, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
