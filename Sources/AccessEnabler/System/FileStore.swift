import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The storage: JSON files in a folder of mode 0700, each 0600 and replaced as a whole, under a lock that other processes with
/// the same folder respect. A damaged file counts as absent.
///
///     device.json                 the device's identifier
///     clients.json                registrations and access tokens, by service and statement
///     selected.json               the selected MVPD by requestor
///     tokens/REQUESTOR/MVPD.json  the sessions
///
/// Media tokens are never stored.
struct FileStore: Sendable {
    let folder: String
    /// Where the service is looked for at each reading: it may have been started anew elsewhere.
    let service: @Sendable () -> String?

    private var clients: String { "\(folder)/clients.json" }
    private var selected: String { "\(folder)/selected.json" }
    private var tokens: String { "\(folder)/tokens" }

    /// Everything that a call needs; makes the device's identifier on first use.
    func load(requestor: String?) -> Situation {
        withLock {
            var situation = Situation()
            situation.service = service()
            situation.deviceID = deviceID()
            situation.clients = (JSONFile.read(clients)?.object ?? [:]).compactMapValues(Client.init(json:))
            situation.hasSessions = JSONFile.names(in: tokens).contains { !JSONFile.names(in: "\(tokens)/\($0)").isEmpty }
            guard let requestor else { return situation }
            let bucket = self.bucket(requestor)
            for name in JSONFile.names(in: bucket) {
                guard let session = JSONFile.read("\(bucket)/\(name)").flatMap(Session.init(json:)),
                    session.requestor == requestor
                else { continue }
                situation.sessions[session.mvpd] = session
            }
            situation.selectedProvider = JSONFile.read(selected)?[requestor]?.text
            return situation
        }
    }

    /// Makes a change. What cannot be written is said on standard error; the app goes on without it.
    func save(_ change: StoreChange) {
        withLock {
            do {
                switch change {
                case .client(let key, let client): try set(clients, key, client?.json)
                case .session(let session), .authorization(let session, _, _), .metadata(let session),
                    .removeSession(let session):
                    try make(change, of: session)
                case .select(let requestor, let mvpd): try set(selected, requestor, mvpd.map(JSONValue.text))
                case .clear:
                    try JSONFile.removeTree(tokens)
                    try JSONFile.remove(selected)
                }
            } catch {
                StandardError.say("AccessEnabler: the storage in \(folder) cannot be written: \(error)")
            }
        }
    }

    /// Checks or clears the storage before it is used.
    func check(_ type: IntegrityCheckType) {
        switch type {
        case .INTEGRITY_CHECK_NONE: return
        case .INTEGRITY_CHECK_CLEAR: break
        case .INTEGRITY_CHECK_ALL: if withLock({ isIntact }) { return }
        }
        withLock {
            try? JSONFile.removeTree(tokens)
            for file in [clients, selected] { try? JSONFile.remove(file) }
        }
    }

    /// Whether everything stored can be read and is well-formed, and something can be written.
    private var isIntact: Bool {
        let probe = "\(folder)/probe.json"
        guard (try? JSONFile.write(.object([:]), to: probe)) != nil, JSONFile.read(probe) != nil else { return false }
        try? JSONFile.remove(probe)
        let files = [clients, selected].filter(JSONFile.exists)
        guard files.allSatisfy({ JSONFile.read($0)?.object != nil }) else { return false }
        return JSONFile.names(in: tokens).allSatisfy { bucket in
            JSONFile.names(in: "\(tokens)/\(bucket)").allSatisfy {
                JSONFile.read("\(tokens)/\(bucket)/\($0)").flatMap(Session.init(json:)) != nil
            }
        }
    }

    private func deviceID() -> String {
        let path = "\(folder)/device.json"
        if let id = JSONFile.read(path)?["id"]?.text, !id.isEmpty { return Digest.sha256(id) }
        let id = UUID().uuidString
        do {
            try JSONFile.write(.object(["id": .text(id)]), to: path)
        } catch {
            StandardError.say("AccessEnabler: the storage in \(folder) cannot be written: \(error)")
        }
        return Digest.sha256(id)
    }

    private func make(_ change: StoreChange, of session: Session) throws {
        let path = file(session.requestor, session.mvpd)
        let stored = JSONFile.read(path).flatMap(Session.init(json:))
        let changed = change.changed(stored)
        guard changed != stored else { return }
        guard let changed else { return try JSONFile.remove(path) }
        try JSONFile.makeFolder(tokens)
        try JSONFile.makeFolder(bucket(session.requestor))
        try JSONFile.write(changed.json, to: path)
    }

    private func set(_ path: String, _ key: String, _ value: JSONValue?) throws {
        var object = JSONFile.read(path)?.object ?? [:]
        object[key] = value
        try JSONFile.write(.object(object), to: path)
    }

    private func bucket(_ requestor: String) -> String { "\(tokens)/\(Self.name(requestor))" }

    private func file(_ requestor: String, _ mvpd: String) -> String { "\(bucket(requestor))/\(Self.name(mvpd)).json" }

    /// A file name for any text.
    private static func name(_ text: String) -> String {
        let name = PercentEncoding.encode(text)
        return name.utf8.count <= 200 && !name.hasPrefix(".") && !name.isEmpty ? name : "sha256-\(Digest.sha256(text))"
    }

    /// Runs while no other process with the same folder reads or writes.
    private func withLock<T>(_ body: () -> T) -> T {
        try? JSONFile.makeFolder(folder)
        let descriptor = open("\(folder)/.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        return body()
    }
}
