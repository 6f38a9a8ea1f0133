import Foundation
import ServiceAccess
import Synchronization

/// The storage: JSON files with mode 0600 in a folder with mode 0700 (``StoreLayout``). Each is replaced as a whole, under a lock
/// that is shared by all processes with the same folder. A damaged file counts as absent.
///
/// A failed write is reported once on standard error. This process keeps the change in memory and writes it with the next one.
/// No contents of the folder make the app exit, or block it longer than the lock's time limit.
final class FileStore: Sendable {
    /// The reason why the storage is not changed: it has a newer format.
    struct Newer: Error, CustomStringConvertible {
        let format: Int64
        var description: String {
            "it has format \(format) of a newer version; this one supports \(StoreState.format) and does not change it"
        }
    }

    /// The state of this process that is not in the files.
    private struct Memory {
        /// The device's identifier until it can be written.
        var device: String?
        /// Changes that could not be written, in order.
        var unwritten: [StoreChange] = []
        /// The number of logouts at the last read.
        var logouts: Int64?
        /// The messages that were reported.
        var said: Set<String> = []
    }

    let location: StoreLocation
    let files: StoreLayout
    let now: @Sendable () -> Int64
    private let lock: StoreLock
    private let service: @Sendable () -> String?
    private let isSynced: Bool
    private let memory = Mutex(Memory())
    /// The maximum number of changes that wait to be written.
    private static let unwrittenLimit = 256
    /// The maximum number of authorizations in a session.
    private static let authorizationLimit = 500
    /// The maximum number of sessions of other requestors that are read.
    private static let otherLimit = 50

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - location: The folders and their owner.
    ///   - patience: The time limit for another process to release the lock, in milliseconds.
    ///   - isSynced: Whether a write waits until it is on disk.
    ///   - now: Returns the time in milliseconds since 1970.
    ///   - service: Returns the service's base URL at each read, because it may have been restarted at another one.
    init(
        location: StoreLocation, patience: Int64 = 5_000, isSynced: Bool,
        now: @escaping @Sendable () -> Int64, service: @escaping @Sendable () -> String?
    ) {
        self.location = location
        self.now = now
        self.service = service
        self.isSynced = isSynced
        files = StoreLayout(folder: location.folder)
        lock = StoreLock(folder: location.folder, patience: patience)
    }

    /// Runs a closure while no other process with the same folder reads or writes.
    ///
    /// - Throws: The error of `body`, or the reason why the lock could not be acquired.
    func withLock<T>(_ body: () throws -> T) throws -> T {
        if !JSONFile.exists(files.folder) { try JSONFile.makeFolder(files.folder) }
        return try lock.withLock(body)
    }

    /// Reports something about the storage, once.
    func say(_ text: String) {
        let isNew = memory.withLock { $0.said.count < 100 && $0.said.insert(text).inserted }
        if isNew { StandardError.say("AccessEnabler: the storage in \(files.folder): \(text)") }
    }

    /// Returns the document in a file; nil if there is none, or if it is damaged.
    func value(_ path: String) -> JSONValue? {
        switch JSONFile.content(path) {
        case .absent: return nil
        case .damaged(let reason):
            say("\(path) \(reason); it is treated as empty")
            return nil
        case .value(let value): return value
        }
    }

    /// Returns the contents of `store.json`.
    ///
    /// - Throws: ``Newer``.
    func state() throws -> StoreState {
        guard let document = value(files.state) else { return StoreState() }
        // A newer format may contain anything besides its number.
        if let format = document["format"]?.integer, format > StoreState.format { throw Newer(format: format) }
        return StoreState(json: document) ?? StoreState()
    }
}

// Reading.
extension FileStore {
    /// Returns everything that a call needs; creates the device's identifier on first use.
    ///
    /// - Parameter reading: The part that it needs.
    func load(requestor: String?, _ reading: StoreReading = .usual) -> StorageSnapshot {
        do {
            return try withLock {
                let state = try state()
                if reading == .withOtherRequestors { tidy() }
                return storage(requestor, reading, state, mayWrite: true)
            }
        } catch let newer as Newer {
            say("\(newer)")
            return remembered(requestor, StorageSnapshot(deviceID: deviceID(.init(), mayWrite: false), service: service()), nil)
        } catch {
            // Each file is complete at any time.
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
        if let requestor {
            readSessions(of: requestor, into: &storage, siblings: devices.deviceIDs)
            storage.selectedProvider = value(files.selected)?[requestor]?.text
            if reading == .withOtherRequestors {
                storage.otherSessions = otherSessions(than: requestor, deviceID: storage.deviceID)
            }
        }
        if reading == .everySession { storage.otherSessions = everySession(but: storage.sessions) }
        return remembered(requestor, storage, state)
    }

    /// Adds the changes that could not be written, except those before a logout.
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
        for change in unwritten where change.requestor == nil || change.requestor == requestor { change.apply(to: &storage) }
        return storage
    }

    private func deviceID(_ devices: StoredDevices, mayWrite: Bool) -> String {
        if let id = devices.vendors[location.vendor] { return Digest.sha256(id) }
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

    /// Reads this device's sessions or, where it has none, those of a device whose identifier was lost. The sessions of other
    /// vendors' apps on the same device are not read.
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
        let own = files.sessions(of: requestor) + "/"
        let paths = files.buckets.lazy.filter { !$0.hasPrefix(own) }.map { "\($0)/\(StoreLayout.file(deviceID: deviceID))" }
        let sessions = paths.compactMap(session).filter { $0.deviceID == deviceID }.prefix(Self.otherLimit)
        return sessions.sorted { ($0.storedAt, $0.mvpd, $0.requestor) > ($1.storedAt, $1.mvpd, $1.requestor) }
    }

    /// Returns the sessions of all requestors and devices, except known ones.
    private func everySession(but known: [String: Session]) -> [Session] {
        let paths = files.buckets.lazy.flatMap { folder in JSONFile.names(in: folder).map { "\(folder)/\($0)" } }
        return Array(paths.compactMap(session).filter { known[$0.mvpd] != $0 }.prefix(Self.otherLimit))
    }

    /// Returns the session in a file; nil if it is not a session, or not in the right place.
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
    /// Applies a change, after those that could not be written.
    ///
    /// A change that is too large for its file stays in memory until another one replaces it. If it is a login, so do the changes
    /// of that login.
    func save(_ change: StoreChange) {
        let unwritten = memory.withLock { $0.unwritten }
        // A logout removes what they would write, so they must not keep it from being written.
        let waiting = (change == .clear ? unwritten.filter { $0.requestor == nil } : unwritten) + [change]
        var tooLarge: [StoreChange] = []
        var tried = 0
        do {
            try withLock {
                for change in waiting {
                    if !tooLarge.contains(where: change.depends(on:)), try write(change) {
                        tooLarge.removeAll(where: change.replaces)
                    } else {
                        tooLarge.append(change)
                    }
                    tried += 1
                }
            }
        } catch {
            say("it cannot be written: \(error)")
        }
        let rest = (tooLarge + waiting.dropFirst(tried)).suffix(Self.unwrittenLimit)
        memory.withLock { $0.unwritten = Array(rest) }
    }

    /// Returns whether the change fits into its file.
    private func write(_ change: StoreChange) throws -> Bool {
        do {
            // This process may have logged all users out since the last change.
            try write(change, try state(), memory.withLock { $0.logouts })
            return true
        } catch let failure as JSONFile.Failure where failure.isTooLarge {
            say("it cannot be written: \(failure)")
            return false
        }
    }

    private func write(_ change: StoreChange, _ state: StoreState, _ logouts: Int64?) throws {
        let wasLoggedOut = logouts.map { $0 != state.logouts } ?? false
        switch change {
        case .client(let key, let client): try set(files.clients, key, client?.json)
        case .session(let session):
            // It was received before another process logged all users out: the logout remains in effect.
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
        let bucket = files.bucket(session.requestor, session.mvpd)
        if !JSONFile.exists(bucket) { try JSONFile.makeFolder(bucket) }
        try write(changed.json, to: path)
    }

    /// Removes the sessions in the same folder of devices whose identifiers were lost: a new login ends them.
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

    /// Logs all users out. The sessions are removed atomically, even if the app is killed in the meantime.
    ///
    /// - Throws: ``JSONFile/Failure``.
    func clear(_ state: StoreState) throws {
        var state = state
        // Readers only look whether it has changed, and the file may hold any number.
        state.logouts &+= 1
        state.lastLogout = now()
        try write(state.json, to: files.state)
        memory.withLock { $0.logouts = state.logouts }
        try JSONFile.removeTree(files.removed)
        if rename(files.sessions, files.removed) != 0, errno != ENOENT {
            throw JSONFile.Failure(path: files.sessions, number: errno)
        }
        try JSONFile.remove(files.selected)
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

    /// Removes the remains of an app that was killed.
    private func tidy() {
        JSONFile.removeLeftovers(in: files.folder)
        for folder in files.buckets { JSONFile.removeLeftovers(in: folder) }
        try? JSONFile.removeTree(files.removed)
    }
}
