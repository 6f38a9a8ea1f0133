import AccountCore
import DBus
import Synchronization

/// The connections that have called, and the app behind each: found out once, forgotten when the connection leaves the bus.
final class Callers: Sendable {
    private struct Entry {
        /// Known: calls are answered at once.
        var identity: CallerIdentity?
        /// Being found out, or registering: calls wait for it.
        var pending: Task<CallerIdentity, any Error>?
        var hasRegistered = false
    }

    private struct Table {
        var entries: [BusName: Entry] = [:]
        var connections: [ApplicationID: Set<BusName>] = [:]

        mutating func set(_ identity: CallerIdentity, for sender: BusName) {
            if let old = entries[sender]?.identity { leave(old.application, sender) }
            entries[sender]?.identity = identity
            connections[identity.application, default: []].insert(sender)
        }

        mutating func leave(_ app: ApplicationID, _ sender: BusName) {
            connections[app]?.remove(sender)
            if connections[app]?.isEmpty == true { connections[app] = nil }
        }
    }

    private let table = Mutex(Table())
    private let evidence: [any IdentityEvidence]
    private let credentials: @Sendable (BusName) async throws -> Credentials

    /// - Parameters:
    ///   - evidence: The ways to tell an app, the most trustworthy first.
    ///   - credentials: Asks the bus who is behind a connection.
    init(evidence: [any IdentityEvidence], credentials: @escaping @Sendable (BusName) async throws -> Credentials) {
        self.evidence = evidence
        self.credentials = credentials
    }

    /// The app behind a connection, when it is known already.
    func known(_ sender: BusName) -> CallerIdentity? {
        table.withLock { table in
            guard let entry = table.entries[sender], entry.pending == nil else { return nil }
            return entry.identity
        }
    }

    /// The app behind a connection.
    ///
    /// - Throws: `ErrorReply` (AccessDenied) when nothing tells.
    func identity(of sender: BusName) async throws -> CallerIdentity {
        let (identity, pending) = table.withLock { table -> (CallerIdentity?, Task<CallerIdentity, any Error>?) in
            var entry = table.entries[sender] ?? Entry()
            if let pending = entry.pending { return (nil, pending) }
            if let identity = entry.identity { return (identity, nil) }
            let pending = Task { try await self.find(sender) }
            entry.pending = pending
            table.entries[sender] = entry
            return (nil, pending)
        }
        if let identity { return identity }
        guard let pending else { preconditionFailure("neither known nor being found out") }
        return try await pending.value
    }

    /// Takes a connection's own word, once. Called on the bus thread, so that calls behind it see the new identity.
    ///
    /// - Parameter record: Stores the app; the registration counts only when that succeeds.
    /// - Returns: The registration under way.
    /// - Throws: `ErrorReply` (AlreadyRegistered).
    func register(
        _ sender: BusName, as app: ApplicationID, record: @escaping @Sendable (CallerIdentity) async throws -> Void
    ) throws -> Task<CallerIdentity, any Error> {
        try table.withLock { table in
            var entry = table.entries[sender] ?? Entry()
            guard !entry.hasRegistered else {
                throw ErrorReply(
                    ErrorNames.alreadyRegistered, message: "this connection has registered already", extra: [Details()])
            }
            entry.hasRegistered = true
            let earlier = entry.pending
            let pending = Task {
                _ = try? await earlier?.value
                return try await self.finishRegistration(of: sender, as: app, record: record)
            }
            entry.pending = pending
            table.entries[sender] = entry
            return pending
        }
    }

    /// Whether a connection that has called is still on the bus.
    func contains(_ sender: BusName) -> Bool { table.withLock { $0.entries[sender] != nil } }

    /// Forgets a connection that has left the bus.
    func remove(_ sender: BusName) {
        table.withLock { table in
            guard let entry = table.entries.removeValue(forKey: sender), let identity = entry.identity else { return }
            table.leave(identity.application, sender)
        }
    }

    /// The connections of an app.
    func connections(of app: ApplicationID) -> [BusName] {
        table.withLock { $0.connections[app].map { Array($0) } ?? [] }
    }

    private func find(_ sender: BusName) async throws -> CallerIdentity {
        do {
            let credentials = try await credentials(sender)
            guard let identity = evidence.lazy.compactMap({ $0.identity(from: credentials) }).first else {
                throw ErrorReply(.accessDenied, message: "it cannot be told which app is calling; call Register first")
            }
            settle(sender, identity, isRegistration: false)
            return identity
        } catch {
            // Nothing is remembered, so that the next call tries again; a registration that came meanwhile goes on.
            table.withLock { table in
                if table.entries[sender]?.hasRegistered == false { table.entries[sender] = nil }
            }
            throw error
        }
    }

    private func finishRegistration(
        of sender: BusName, as app: ApplicationID, record: @Sendable (CallerIdentity) async throws -> Void
    ) async throws -> CallerIdentity {
        do {
            let credentials = try await credentials(sender)
            let proven = evidence.lazy.compactMap { $0.identity(from: credentials) }.first {
                $0.identification.isProvenBySystem
            }
            if let proven, proven.application != app {
                throw ErrorReply(
                    ErrorNames.notPermitted, message: "the system knows this caller as \(proven.application)", extra: [Details()])
            }
            let identity = proven ?? CallerIdentity(application: app, identification: .registered)
            try await record(identity)
            settle(sender, identity, isRegistration: true)
            return identity
        } catch {
            table.withLock { table in
                table.entries[sender]?.pending = nil
                table.entries[sender]?.hasRegistered = false
            }
            throw error
        }
    }

    /// Remembers an identity, unless the connection has left meanwhile.
    private func settle(_ sender: BusName, _ identity: CallerIdentity, isRegistration: Bool) {
        table.withLock { table in
            guard let entry = table.entries[sender] else { return }
            // A registration that came while the executable was looked up will say something else in a moment.
            guard isRegistration || !entry.hasRegistered else { return }
            table.set(identity, for: sender)
            table.entries[sender]?.pending = nil
        }
    }
}
