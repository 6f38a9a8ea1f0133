import EntitlementCore
import TVWorld

/// Where the service keeps its state. Called from one thread at a time.
public protocol TokenStore: Sendable {
    /// Everything that was written, on top of a baseline.
    ///
    /// - Throws: when what is there cannot be read.
    func load(baseline: World) throws -> EntitlementState

    /// Writes changes: all of them or none. They are on the disk when the call returns.
    func commit(_ changes: [Change]) throws
}

/// A store that forgets: for tests.
public struct ForgetfulTokenStore: TokenStore {
    /// A store that forgets.
    public init() {}

    public func load(baseline: World) throws -> EntitlementState { EntitlementState(baseline: baseline) }

    public func commit(_ changes: [Change]) throws {}
}
