import TVWorld

/// What a private session is set up with.
struct SessionPlan: Sendable {
    /// The environment of the caller.
    var outer: [String: String]
    /// The instance whose state is used; nil for a temporary one. It is held while its state is in use.
    var instance: Instance?
    /// The world of both daemons; nil for the instance's, or else the built-in one.
    var world: SessionWorld?
    /// The initial scenario; nil for a new device and service.
    var scenario: Scenario?
    /// Whether the service uses TLS, with a certificate of the session's own authority.
    var usesTLS: Bool
    /// The service's database server; nil for SQLite in the session's folder.
    var database: SessionDatabase?
    /// Whether the session's folder is kept at the end.
    var keepsFolder: Bool
}
