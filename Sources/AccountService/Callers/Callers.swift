import AccountCore
import DBus
import DeviceInterfaces
import Synchronization

/// The connections that have called, with their apps: each is identified once, and removed when it leaves the bus.
final class Callers: Sendable {
    private struct Entry {
        /// The system's information; nil until it has been requested.
        var findings: CallerFindings?
        /// The identity: as registered, or else as found.
        var identity: CallerIdentity?
        /// The identification or registration in progress, for which calls wait.
        var pending: Task<Void, any Error>?
        var hasRegistered = false
        /// The app's description of itself. The device also stores its texts, but a reset removes them, and a connection cannot
        /// register again.
        var registration: Registration?
        /// Whether the app has been recorded on the device.
        var isIntroduced = false
    }

    private struct Table {
        var entries: [BusName: Entry] = [:] { didSet { changeNumber += 1 } }
        private(set) var changeNumber: UInt64 = 0
        var connections: [ApplicationID: Set<BusName>] = [:]
        /// The time at which each connection on the bus was first seen.
        var sights: [BusName: BootTime] = [:]

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
    private let examination: CallerExamination
    private let credentials: @Sendable (BusName) async throws -> ConnectionCredentials

    /// - Parameters:
    ///   - examination: Obtains the system's information.
    ///   - credentials: Requests a connection's credentials from the bus.
    init(examination: CallerExamination, credentials: @escaping @Sendable (BusName) async throws -> ConnectionCredentials) {
        self.examination = examination
        self.credentials = credentials
    }

    /// Creates the callers of a bus.
    convenience init(on connection: Connection) {
        self.init(examination: CallerExamination()) { [weak connection] name in
            guard let connection else { throw ConnectionError.disconnected }
            return try await connection.credentials(of: name)
        }
    }

    /// Returns what must be done before a connection's call can be answered; nil if everything about it is known. Later calls of
    /// the connection wait, too.
    func gate(_ sender: BusName) -> Task<Void, any Error>? {
        table.withLock { table in
            if let entry = table.entries[sender], entry.pending != nil || entry.findings != nil { return entry.pending }
            let pending = Task { try await self.find(sender) }
            table.entries[sender, default: Entry()].pending = pending
            return pending
        }
    }

    /// Records that a connection is on the bus.
    @Sendable func see(_ sender: BusName) {
        table.withLock { table in
            if table.sights[sender] == nil { table.sights[sender] = .now }
        }
    }

    /// Returns the time at which a connection was first seen; nil if it has not been seen.
    func firstSight(of sender: BusName) -> BootTime? { table.withLock { $0.sights[sender] } }

    /// Returns the app of a connection if it is known and has been recorded on the device.
    func known(_ sender: BusName) -> CallerIdentity? {
        table.withLock { table in
            guard let entry = table.entries[sender], entry.pending == nil, entry.isIntroduced else { return nil }
            return entry.identity
        }
    }

    /// A number that increases with every change of what is known about any connection.
    var changeNumber: UInt64 { table.withLock { $0.changeNumber } }

    /// Returns whether a connection is in a sandbox; nil until that is known.
    func isSandboxed(_ sender: BusName) -> Bool? {
        table.withLock { $0.entries[sender]?.findings?.isSandboxed }
    }

    /// Returns whether a connection is in a sandbox; examines it if it has not called yet.
    ///
    /// - Throws: `ErrorReply` (AccessDenied) if that cannot be determined.
    @Sendable func findSandbox(of sender: BusName) async throws -> Bool {
        if let isSandboxed = isSandboxed(sender) { return isSandboxed }
        _ = try? await gate(sender)?.value
        if let isSandboxed = isSandboxed(sender) { return isSandboxed }
        throw ErrorReply(.accessDenied, message: "it cannot be determined who owns \(sender)")
    }

    /// Returns the process of a connection; nil until it is known.
    func process(_ sender: BusName) -> UInt32? {
        table.withLock { $0.entries[sender]?.findings?.processID }
    }

    /// Returns the app of a connection.
    ///
    /// - Throws: `ErrorReply` (AccessDenied) if it cannot be identified.
    func identity(of sender: BusName) async throws -> CallerIdentity {
        // A failed registration does not change the caller's identity.
        do { _ = try await gate(sender)?.value } catch let error as UnknownCaller { throw Self.denied(error) } catch {}
        if let identity = table.withLock({ $0.entries[sender]?.identity }) { return identity }
        throw ErrorReply(.accessDenied, message: "it cannot be determined which app is calling; call Register first")
    }

    /// Returns how the app of a connection has described itself; nil if it has not registered.
    func registration(of sender: BusName) -> Registration? { table.withLock { $0.entries[sender]?.registration } }

    /// Records that the app of a connection has been recorded on the device.
    func noteIntroduction(of sender: BusName) {
        table.withLock { $0.entries[sender]?.isIntroduced = true }
    }

    /// Returns whether a connection that has called is still on the bus.
    func contains(_ sender: BusName) -> Bool { table.withLock { $0.entries[sender] != nil } }

    /// Removes a connection that has left the bus.
    func remove(_ sender: BusName) {
        table.withLock { table in
            table.sights[sender] = nil
            guard let entry = table.entries.removeValue(forKey: sender), let identity = entry.identity else { return }
            table.leave(identity.application, sender)
        }
    }

    /// The apps on the bus.
    var applications: Set<ApplicationID> { table.withLock { Set($0.connections.keys) } }

    func connections(of app: ApplicationID) -> [BusName] {
        table.withLock { $0.connections[app].map { Array($0) } ?? [] }
    }
}

/// The identification of callers.
extension Callers {
    private func find(_ sender: BusName) async throws {
        do {
            let findings = try await findings(about: sender)
            table.withLock { table in
                guard table.entries[sender] != nil else { return }
                table.entries[sender]?.findings = findings
                // A registration that arrived in the meantime will set the identity.
                guard table.entries[sender]?.hasRegistered == false else { return }
                table.entries[sender]?.pending = nil
                if let identity = findings.identity { table.set(identity, for: sender) }
            }
        } catch {
            // Nothing is stored, so the next call tries again; a registration that arrived in the meantime continues.
            table.withLock { table in
                if table.entries[sender]?.hasRegistered == false { table.entries[sender] = nil }
            }
            throw error
        }
    }

    private func findings(about sender: BusName) async throws -> CallerFindings {
        let firstSight = firstSight(of: sender) ?? .now
        let known = try await credentials(sender)
        var findings = try examination.findings(about: known, firstSight: firstSight)
        findings.processID = known.processID
        return findings
    }

    private static func denied(_ error: UnknownCaller) -> ErrorReply {
        ErrorReply(.accessDenied, message: "it cannot be determined who is calling: \(error)")
    }
}

/// The registration of apps.
extension Callers {
    /// Registers a connection by its own claim, once. Called on the bus thread, so that later calls have the new identity.
    ///
    /// - Parameter record: Stores the app; the registration is valid only if that succeeds.
    /// - Returns: The registration in progress.
    /// - Throws: `ErrorReply` (AlreadyRegistered).
    func register(
        _ sender: BusName, as app: ApplicationID, _ registration: Registration,
        record: @escaping @Sendable (CallerIdentity) async throws -> Void
    ) throws -> Task<Void, any Error> {
        try table.withLock { table in
            var entry = table.entries[sender] ?? Entry()
            guard !entry.hasRegistered else {
                throw ErrorReply(
                    SubscriberAccountInterface.Failure.alreadyRegistered, message: "this connection is already registered",
                    extra: [VariantDictionary()])
            }
            entry.hasRegistered = true
            let earlier = entry.pending
            let pending = Task {
                _ = try? await earlier?.value
                try await self.finishRegistration(of: sender, as: app, registration, record: record)
            }
            entry.pending = pending
            table.entries[sender] = entry
            return pending
        }
    }

    private func finishRegistration(
        of sender: BusName, as app: ApplicationID, _ registration: Registration,
        record: @Sendable (CallerIdentity) async throws -> Void
    ) async throws {
        do {
            let findings = try await registrantFindings(sender)
            var identity = CallerIdentity(application: app, identification: .registered)
            if let found = findings.identity, found.identification.isProvenBySystem {
                guard found.application == app else {
                    throw ErrorReply(
                        SubscriberAccountInterface.Failure.notPermitted,
                        message: "the system knows this caller as \(found.application) (\(found.identification.rawValue))",
                        extra: [VariantDictionary()])
                }
                identity = found
            }
            try await record(identity)
            table.withLock { table in
                guard table.entries[sender] != nil else { return }
                table.entries[sender]?.pending = nil
                table.entries[sender]?.isIntroduced = true
                table.entries[sender]?.registration = registration
                table.set(identity, for: sender)
            }
        } catch {
            table.withLock { table in
                guard table.entries[sender] != nil else { return }
                table.entries[sender]?.pending = nil
                table.entries[sender]?.hasRegistered = false
                if table.entries[sender]?.findings == nil {
                    table.entries[sender] = nil
                } else if table.entries[sender]?.identity == nil, let found = table.entries[sender]?.findings?.identity {
                    table.set(found, for: sender)
                }
            }
            throw error
        }
    }

    private func registrantFindings(_ sender: BusName) async throws -> CallerFindings {
        if let findings = table.withLock({ $0.entries[sender]?.findings }) { return findings }
        do {
            let findings = try await findings(about: sender)
            table.withLock { $0.entries[sender]?.findings = findings }
            return findings
        } catch let error as UnknownCaller {
            throw Self.denied(error)
        }
    }
}

/// The permission to use `Control`, to be an agent, and to see the device's objects: for callers known not to be in a sandbox.
/// The connection's gate has determined that before any call arrives here.
extension Callers {
    /// Throws an `ErrorReply` (AccessDenied) for callers without permission. Runs on the bus thread.
    @Sendable func authorize(_ caller: BusCaller) throws {
        guard !allows(caller.sender) else { return }
        let reason =
            caller.sender.flatMap(isSandboxed) == nil
            ? "it cannot be determined who is calling" : "apps in a sandbox have no access to it"
        throw ErrorReply(.accessDenied, message: reason)
    }

    /// Returns whether a sender may see the objects below the root. Runs on the bus thread.
    @Sendable func allows(_ sender: BusName?) -> Bool { sender.flatMap(isSandboxed) == false }
}
