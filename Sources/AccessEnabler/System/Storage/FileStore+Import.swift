import Foundation
import ServiceAccess

// The previous layout, in which each app had a storage of its own:
//
//     device.json, clients.json, selected.json, tokens/REQUESTOR/MVPD.json
extension FileStore {
    /// Imports the app's previous storage once, when the requestor has no valid token here. An import that was interrupted
    /// because the app was killed is repeated. Nothing that the new storage already contains is replaced.
    func importPrevious(requestor: String?, _ state: inout StoreState) {
        let application = location.applicationID
        let progress = state.imports[application]
        let previous = location.previous
        guard JSONFile.exists("\(previous)/device.json") else { return }
        guard progress != .done else { return removePrevious() }
        guard progress == .begun || !hasValidSession(of: requestor) else { return }
        do {
            try importing(previous) {
                state.imports[application] = .begun
                try write(state.json, to: files.state)
                try importSessions()
                try merge("\(previous)/clients.json", into: files.clients) { Client(json: $0) != nil }
                try merge("\(previous)/selected.json", into: files.selected) { $0.text != nil }
                state.imports[application] = .done
                try write(state.json, to: files.state)
            }
            removePrevious()
        } catch {
            say("the previous storage in \(previous) cannot be imported: \(error)")
        }
    }

    /// Removes the imported storage.
    func removePrevious() {
        let previous = location.previous
        guard JSONFile.exists("\(previous)/device.json") else { return }
        try? JSONFile.removeTree("\(previous)/tokens")
        if previous != files.folder {
            for name in ["clients.json", "selected.json", ".lock"] { try? JSONFile.remove("\(previous)/\(name)") }
        }
        // Last, because its presence means that there is something to remove.
        try? JSONFile.remove("\(previous)/device.json")
        if previous != files.folder { rmdir(previous) }
    }

    /// Runs a closure while no app of the previous version uses its storage.
    private func importing(_ previous: String, _ body: () throws -> Void) throws {
        if previous == files.folder { try body() } else { try StoreLock(folder: previous, patience: 500).withLock(body) }
    }

    private func hasValidSession(of requestor: String?) -> Bool {
        guard let requestor,
            let id = value(files.devices).flatMap(StoredDevices.init(json:))?.identifier(for: location)
        else { return false }
        let name = StoreLayout.file(deviceID: Digest.sha256(id))
        let folder = files.sessions(of: requestor)
        return JSONFile.names(in: folder).contains { bucket in
            session("\(folder)/\(bucket)/\(name)").map { $0.expires > now() } ?? false
        }
    }

    private func importSessions() throws {
        guard let identifier = value("\(location.previous)/device.json")?["id"]?.text, !identifier.isEmpty else { return }
        let sessions = previousSessions(deviceID: Digest.sha256(identifier))
        var devices = value(files.devices).flatMap(StoredDevices.init(json:)) ?? StoredDevices()
        if devices.vendors[location.vendor] == nil {
            devices.vendors[location.vendor] = identifier
        } else if devices.vendors[location.vendor] != identifier, sessions.contains(where: { $0.expires > now() }) {
            devices.applications[location.applicationID] = identifier
        }
        try write(devices.json, to: files.devices)
        for session in sessions where !JSONFile.exists(files.file(of: session)) {
            try keep(session, at: files.file(of: session))
        }
    }

    private func previousSessions(deviceID: String) -> [Session] {
        let tokens = "\(location.previous)/tokens"
        return JSONFile.names(in: tokens).flatMap { bucket in
            JSONFile.names(in: "\(tokens)/\(bucket)").compactMap { name -> Session? in
                let session = value("\(tokens)/\(bucket)/\(name)").flatMap(Session.init(json:))
                return session?.deviceID == deviceID ? session : nil
            }
        }
    }

    private func merge(_ previous: String, into path: String, isWellFormed: (JSONValue) -> Bool) throws {
        guard previous != path, let added = value(previous)?.object?.filter({ isWellFormed($0.value) }), !added.isEmpty else {
            return
        }
        let stored = value(path)?.object ?? [:]
        try write(.object(stored.merging(added) { present, _ in present }), to: path)
    }
}
