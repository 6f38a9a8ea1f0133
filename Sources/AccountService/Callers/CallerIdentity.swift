import AccountCore
import DBus
import TVWorld

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

/// An app's description of itself when it registers.
struct Registration: Sendable {
    /// The usage description; nil: none.
    var usageDescription: String?
    /// The display name; nil: none.
    var name: String?
    /// Whether error replies contain the error's information, unless a call overrides this. GLib and its bindings read an error's
    /// message only if the body contains nothing else.
    var wantsErrorInfo = false
}

/// Information about the caller of a call, for the journal.
struct CallerContext: Sendable, Equatable {
    var application: ApplicationID
    /// How it was identified; nil if that is unknown.
    var identification: Identification?
    /// The app's identifier of the action that the call belongs to.
    var correlation = ""
}

extension CallerContext {
    init(_ identity: CallerIdentity, correlation: String = "") {
        self.init(
            application: identity.application, identification: identity.identification, correlation: correlation)
    }

    /// Returns a journal record about the call.
    func record(
        _ event: JournalEvent, _ details: [JournalDetail], documents: [JournalDocument] = []
    ) -> JournalRecord {
        JournalRecord(
            event, application: application, identification: identification, details: details, correlation: correlation,
            documents: documents)
    }
}
