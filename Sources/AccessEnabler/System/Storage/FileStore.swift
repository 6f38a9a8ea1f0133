import Foundation
import ServiceAccess
import Synchronization

/// The storage: JSON files in a folder of mode 0700 (``StoreLayout``), each 0600 and replaced as a whole, under a lock that other
/// processes with the same folder respect. A damaged file counts as absent.
///
/// A failed write is reported once on standard error, holds for this process all the same, and is tried again with the next
/// change. Nothing that lies in the folder ends the app or holds it up for longer than the lock's patience.
final class FileStore: Sendable {
    /// Why the storage is left alone.
    struct Newer: Error, CustomStringConvertible {
        let format: Int64
        var description: String {
            "it has format \(format) of a newer version; this one supports \(StoreState.currentFormat) and does not change it"
        }
    }

    /// What this process knows beside the files.
    private struct Memory {
        /// The device's identifier as long as it could not be written.
        var device: String?
        /// What could not be written, in order.
        var unwritten: [StoreChange] = []
        /// The number of logouts at the last reading.
        var logouts: Int64?
        /// The messages that were written.
        var said: Set<String> = []
    }

    let location: StoreLocation
    let files: StoreLayout
    let now: @Sendable () -> Int64
    private let lock: StoreLock
    private let service: @Sendable () -> String?
    private let isSynced: Bool
    private let memory = Mutex(Memory())
    /// How many changes wait for being written, at most.
    private static let unwrittenLimit = 256
    /// How many authorizations a session keeps, at most.
    private static let authorizationLimit = 500
    /// How many sessions of other requestors are read, at most.
    private static let otherLimit = 50

    /// A storage.
    ///
    /// - Parameters:
    ///   - location: The folders, and whose they are.
    ///   - patience: How long a process that holds the lock is waited for, in milliseconds.
    ///   - isSynced: Whether a write waits for the disk.
    ///   - now: Milliseconds since 1970.
    ///   - service: Where the service is looked for at each reading: it may have been restarted elsewhere.
    init(
        location: StoreLocation, patience: Int64 = 5_000, isSynced: Bool,
        now: @escaping @Sendable () -> Int64 = { DeviceClock.process.milliseconds() }, service: @escaping @Sendable () -> String?
    ) {
        self.location = location
        self.now = now
        self.service = service
        self.isSynced = isSynced
        files = StoreLayout(folder: location.folder)
        lock = StoreLock(folder: location.folder, patience: patience)
    }

    /// Runs while no other process with the same folder reads or writes.
    ///
    /// - Throws: what `body` throws, or why the lock was not got.
    func withLock<T>(_ body: () throws -> T) throws -> T {
        if !JSONFile.isThere(files.folder) { try JSONFile.makeFolder(files.folder) }
        return try lock.withLock(body)
    }

    /// Says something about the storage, once.
    func say(_ text: String) {
        let isNew = memory.withLock { $0.said.count < 100 && $0.said.insert(text).inserted }
        if isNew { StandardError.say("AccessEnabler: the storage in \(files.folder): \(text)") }
    }

    /// The document in a file; nil when there is none, or it is damaged.
    func value(_ path: String) -> JSONValue? {
        switch JSONFile.content(path) {
        case .absent: return nil
        case .damaged(let reason):
            say("\(path) \(reason); it is treated as empty")
            return nil
        case .value(let value): return value
        }
    }

    /// The contents of `store.json`; a damaged one shows only that the previous layout was imported.
    ///
    /// - Throws: ``Newer``.
    func state() throws -> StoreState {
        guard JSONFile.isThere(files.state) else { return StoreState() }
        guard let state = value(files.state).flatMap(StoreState.init(json:)) else {
            var state = StoreState()
            state.imports[location.applicationID] = .done
            return state
        }
        guard state.format == StoreState.currentFormat else { throw Newer(format: state.format) }
        return state
    }
}

// Reading.
extension FileStore {
    /// Everything that a call needs; makes the device's identifier on first use.
    ///
    /// - Parameter reading: What it needs; `setRequestor` is the call that imports the previous layout if need be.
    func load(requestor: String?, _ reading: StoreReading = .usual) -> StorageSnapshot {
        do {
            return try withLock {
                var state = try state()
                if reading == .afterImport {
                    tidy()
                    importPrevious(requestor: requestor, &state)
                }
                return storage(requestor, reading, state, mayWrite: true)
            }
        } catch let newer as Newer {
            say("\(newer)")
            return remembered(requestor, StorageSnapshot(deviceID: deviceID(.init(), mayWrite: false), service: service()), nil)
        } catch {
            // The files are whole at any time.
            say("\(error); it is read without the lock")
            return storage(requestor, reading, (try? state()) ?? StoreState(), mayWrite: false)
        }
    }

    private func storage(
        _ requestor: String?, _ reading: StoreReading, _ state: StoreState, mayWrite: Bool
    ) -> StorageSnapshot {
        var storage = StorageSnapshot()
        let devices = value(files.devices).flatMap(StoredDevices.init(json:)) ?? StoredDevices()
        storage.service = service()
        storage.deviceID = deviceID(devices, mayWrite: mayWrite)
        storage.clients = (value(files.clients)?.object ?? [:]).compactMapValues(Client.init(json:))
        storage.hasSessions = hasSessions
        if let requestor {
            readSessions(of: requestor, into: &storage, siblings: devices.deviceIDs)
            storage.selectedProvider = value(files.selected)?[requestor]?.text
            if reading == .afterImport { storage.otherSessions = otherSessions(than: requestor, deviceID: storage.deviceID) }
        }
        if reading == .everySession { storage.otherSessions = everySession(but: storage.sessions) }
        return remembered(requestor, storage, state)
    }

    /// Adds what could not be written. What precedes a logout is removed.
    private func remembered(_ requestor: String?, _ storage: StorageSnapshot, _ state: StoreState?) -> StorageSnapshot {
        var storage = storage
        let unwritten = memory.withLock { memory in
            if let state {
                if let logouts = memory.logouts, logouts != state.logouts {
                    memory.unwritten.removeAll { ($0.session.map { $0.storedAt <= state.lastLogout }) ?? false }
                }
                memory.logouts = state.logouts
            }
            return memory.unwritten
        }
        for change in unwritten {
            switch change {
            case .client, .clear: change.apply(to: &storage)
            case .select(let other, _): if other == requestor { change.apply(to: &storage) }
            case .session, .authorization, .metadata, .expiry, .removeSession:
                if change.session?.requestor == requestor { change.apply(to: &storage) }
            }
        }
        return storage
    }

    private func deviceID(_ devices: StoredDevices, mayWrite: Bool) -> String {
        if let id = devices.identifier(for: location) { return Digest.sha256(id) }
        let id = memory.withLock { memory in
            memory.device = memory.device ?? UUID().uuidString
            return memory.device ?? ""
        }
        guard mayWrite else { return Digest.sha256(id) }
        var devices = devices
        devices.vendors[location.vendor] = id
        do {
            try write(devices.json, to: files.devices)
            memory.withLock { $0.device = nil }
        } catch {
            say("it cannot be written: \(error)")
        }
        return Digest.sha256(id)
    }

    private var hasSessions: Bool {
        JSONFile.names(in: files.sessions).contains { requestor in
            JSONFile.names(in: "\(files.sessions)/\(requestor)").contains { bucket in
                !JSONFile.names(in: "\(files.sessions)/\(requestor)/\(bucket)").isEmpty
            }
        }
    }

    /// Reads this device's sessions, and where there is none those of a device that nobody knows any more. The sessions of the
    /// devices of other vendors' apps are none of this app's business.
    private func readSessions(of requestor: String, into storage: inout StorageSnapshot, siblings: Set<String>) {
        let folder = files.sessions(of: requestor)
        let own = StoreLayout.file(deviceID: storage.deviceID)
        let others = Set(siblings.map(StoreLayout.file(deviceID:)))
        for bucket in JSONFile.names(in: folder) {
            let names = JSONFile.names(in: "\(folder)/\(bucket)")
            guard let name = names.first(where: { $0 == own }) ?? names.first(where: { !others.contains($0) }),
                let session = session("\(folder)/\(bucket)/\(name)"), session.requestor == requestor
            else { continue }
            storage.sessions[session.mvpd] = session
        }
    }

    private func otherSessions(than requestor: String, deviceID: String) -> [Session] {
        var sessions: [Session] = []
        for other in JSONFile.names(in: files.sessions) where other != StoreLayout.name(requestor) {
            for bucket in JSONFile.names(in: "\(files.sessions)/\(other)") where sessions.count < Self.otherLimit {
                let path = "\(files.sessions)/\(other)/\(bucket)/\(StoreLayout.file(deviceID: deviceID))"
                if let session = session(path), session.deviceID == deviceID { sessions.append(session) }
            }
        }
        return sessions.sorted { ($0.storedAt, $0.mvpd, $0.requestor) > ($1.storedAt, $1.mvpd, $1.requestor) }
    }

    /// The sessions of all requestors and devices, but some that are known.
    private func everySession(but known: [String: Session]) -> [Session] {
        var sessions: [Session] = []
        for requestor in JSONFile.names(in: files.sessions) {
            for bucket in JSONFile.names(in: "\(files.sessions)/\(requestor)") {
                let folder = "\(files.sessions)/\(requestor)/\(bucket)"
                for name in JSONFile.names(in: folder) where sessions.count < Self.otherLimit {
                    guard let session = session("\(folder)/\(name)"), known[session.mvpd] != session else { continue }
                    sessions.append(session)
                }
            }
        }
        return sessions
    }

    /// The session in a file, if it is one and lies where it belongs.
    func session(_ path: String) -> Session? {
        guard let value = value(path) else { return nil }
        guard let session = Session(json: value), files.file(of: session) == path else {
            say("\(path) is not a session; it is treated as empty")
            return nil
        }
        return session
    }
}

// Writing.
extension FileStore {
    /// Makes a change.
    func save(_ change: StoreChange) {
        let (waiting, logouts) = memory.withLock { ($0.unwritten + [change], $0.logouts) }
        var written = 0
        do {
            try withLock {
                for change in waiting {
                    try write(change, try state(), logouts)
                    written += 1
                }
            }
        } catch {
            say("it cannot be written: \(error)")
        }
        let rest = waiting.dropFirst(written).suffix(Self.unwrittenLimit)
        memory.withLock { $0.unwritten = Array(rest) }
    }

    private func write(_ change: StoreChange, _ state: StoreState, _ logouts: Int64?) throws {
        let wasLoggedOut = logouts.map { $0 != state.logouts } ?? false
        switch change {
        case .client(let key, let client): try set(files.clients, key, client?.json)
        case .session(let session):
            // It was got before another process logged everybody out: the logout remains in effect.
            if wasLoggedOut, session.storedAt <= state.lastLogout { return }
            removeStrangers(beside: session)
            try modify(change, at: files.file(of: session), session)
        case .authorization(let session, _, _), .metadata(let session), .expiry(let session, _), .removeSession(let session):
            try modify(change, at: files.file(of: session), session)
        case .select(let requestor, let mvpd):
            if wasLoggedOut, let mvpd, JSONFile.names(in: files.bucket(requestor, mvpd)).isEmpty { return }
            try set(files.selected, requestor, mvpd.map(JSONValue.text))
        case .clear: try clear(state)
        }
    }

    private func modify(_ change: StoreChange, at path: String, _ session: Session) throws {
        let stored = self.session(path)
        guard var changed = change.changed(stored) else {
            try JSONFile.remove(path)
            return removeEmptyFolders(of: session)
        }
        guard changed != stored else { return }
        let time = now()
        changed.authorizations = changed.authorizations.filter { $0.value.expires > time }
        if changed.authorizations.count > Self.authorizationLimit {
            let kept = changed.authorizations.sorted { $0.value.expires > $1.value.expires }.prefix(Self.authorizationLimit)
            changed.authorizations = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        }
        try keep(changed, at: path)
    }

    /// Writes a session into its bucket.
    ///
    /// - Throws: ``JSONFile/Failure``.
    func keep(_ session: Session, at path: String) throws {
        let bucket = files.bucket(session.requestor, session.mvpd)
        if !JSONFile.isThere(bucket) { try JSONFile.makeFolder(bucket) }
        try write(session.json, to: path)
    }

    /// A new login ends what a device that nobody knows any more had in the bucket.
    private func removeStrangers(beside session: Session) {
        let bucket = files.bucket(session.requestor, session.mvpd)
        let names = JSONFile.names(in: bucket)
        guard names.contains(where: { $0 != StoreLayout.file(deviceID: session.deviceID) }),
            let devices = value(files.devices).flatMap(StoredDevices.init(json:))
        else { return }
        let known = Set((devices.deviceIDs + [session.deviceID]).map(StoreLayout.file(deviceID:)))
        for name in names where !known.contains(name) { try? JSONFile.remove("\(bucket)/\(name)") }
    }

    private func removeEmptyFolders(of session: Session) {
        for folder in [files.bucket(session.requestor, session.mvpd), files.sessions(of: session.requestor)] {
            guard rmdir(folder) == 0 else { return }
        }
    }

    /// Logs everybody out: all sessions at once, also when the app is killed meanwhile.
    ///
    /// - Throws: ``JSONFile/Failure``.
    func clear(_ state: StoreState) throws {
        var state = state
        state.logouts += 1
        state.lastLogout = now()
        // What was not imported yet ends too: it is the same user's login.
        state.imports = state.imports.mapValues { _ in .done }
        state.imports[location.applicationID] = .done
        try write(state.json, to: files.state)
        memory.withLock { $0.logouts = state.logouts }
        try JSONFile.removeTree(files.removed)
        if rename(files.sessions, files.removed) != 0, errno != ENOENT {
            throw JSONFile.Failure(path: files.sessions, number: errno)
        }
        try JSONFile.remove(files.selected)
        if var devices = value(files.devices).flatMap(StoredDevices.init(json:)), !devices.applications.isEmpty {
            devices.applications = [:]
            try write(devices.json, to: files.devices)
        }
        removePrevious()
        try JSONFile.removeTree(files.removed)
    }

    /// Replaces a file as a whole.
    ///
    /// - Throws: ``JSONFile/Failure``.
    func write(_ value: JSONValue, to path: String) throws { try JSONFile.write(value, to: path, isSynced: isSynced) }

    private func set(_ path: String, _ key: String, _ value: JSONValue?) throws {
        var object = self.value(path)?.object ?? [:]
        guard object[key] != value else { return }
        object[key] = value
        try write(.object(object), to: path)
    }

    /// Removes what an app left that was killed.
    private func tidy() {
        JSONFile.removeLeftovers(in: files.folder)
        for requestor in JSONFile.names(in: files.sessions) {
            for bucket in JSONFile.names(in: "\(files.sessions)/\(requestor)") {
                JSONFile.removeLeftovers(in: "\(files.sessions)/\(requestor)/\(bucket)")
            }
        }
        try? JSONFile.removeTree(files.removed)
    }
}
