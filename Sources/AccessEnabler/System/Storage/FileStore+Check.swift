import ServiceAccess

// The integrity check when an app starts.
extension FileStore {
    /// Checks or clears the storage before it is used.
    func check(_ type: IntegrityCheckType) {
        do {
            try withLock {
                // A newer version's storage is neither judged nor cleared.
                let state = try state()
                switch type {
                case .INTEGRITY_CHECK_NONE: return
                case .INTEGRITY_CHECK_ALL:
                    guard let damage else { return }
                    say("\(damage); the integrity check that the app requested clears it")
                case .INTEGRITY_CHECK_CLEAR: break
                }
                try clearAll(state)
            }
        } catch {
            if type != .INTEGRITY_CHECK_NONE { say("it cannot be checked: \(error)") }
        }
    }

    /// The first problem found: the storage cannot be written and read back, or a file is not well-formed. Nil if there is none.
    private var damage: String? {
        let probe = "\(files.folder)/probe.json"
        let sample = JSONValue.object(["probe": .integer(now())])
        do {
            try write(sample, to: probe)
            guard JSONFile.content(probe) == .value(sample) else { return "\(probe) does not read back as written" }
            try JSONFile.remove(probe)
        } catch {
            return "\(error)"
        }
        return damagedFile(files.state) { StoreState(json: $0) != nil }
            ?? damagedFile(files.devices) { StoredDevices(json: $0) != nil }
            ?? damagedFile(files.clients) { $0.object?.values.allSatisfy { Client(json: $0) != nil } ?? false }
            ?? damagedFile(files.selected) { $0.object?.values.allSatisfy { $0.text != nil } ?? false }
            ?? damagedSession
    }

    private func damagedFile(_ path: String, isWellFormed: (JSONValue) -> Bool) -> String? {
        switch JSONFile.content(path) {
        case .absent: nil
        case .damaged(let reason): "\(path) \(reason)"
        case .value(let value): isWellFormed(value) ? nil : "\(path) is not well-formed"
        }
    }

    private var damagedSession: String? {
        for folder in files.buckets {
            for name in JSONFile.names(in: folder) {
                let path = "\(folder)/\(name)"
                let damage = damagedFile(path) { Session(json: $0).map { files.file(of: $0) == path } ?? false }
                if let damage { return damage }
            }
        }
        return nil
    }

    /// Clears everything but the device's identifier, which belongs to the device; a damaged one is replaced.
    private func clearAll(_ state: StoreState) throws {
        let isDeviceDamaged = damagedFile(files.devices) { StoredDevices(json: $0) != nil } != nil
        for path in [files.clients] + (isDeviceDamaged ? [files.devices] : []) { try JSONFile.removeTree(path) }
        try JSONFile.removeTree(files.selected)
        if JSONFile.content(files.state).value == nil { try JSONFile.removeTree(files.state) }
        try clear(state)
    }
}
