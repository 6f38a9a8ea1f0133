import DBus

extension DeviceControl {
    /// The journal as it grows, without gaps: what the connection had no room for is read from the device.
    ///
    /// - Parameters:
    ///   - after: begins with the entries after this number; nil: with what happens from now on.
    ///   - take: gets each entry once, in order; returns whether to go on.
    /// - Throws: `Failure` with `ExitStatus.unreachable` when the device leaves the bus.
    func monitor(after: Int64?, _ take: (JournalEntry) throws -> Bool) async throws {
        let device = try await presence()
        let rule = MatchRule(
            sender: Wire.busName, interface: Wire.controlInterface, member: Wire.Control.journalAdded, path: Wire.controlPath)
        let signals = try await connection.signals(rule, bufferingNewest: 4_096)
        _ = try await call(Wire.Control.monitorJournal, [true])
        var last: Int64
        if let after {
            last = after
            guard try await catchUp(&last, take) else { return }
        } else {
            last = try await journal(after: nil, limit: 1, application: nil).last?.sequence ?? 0
        }
        let watching = Task { [connection] in
            await device.hasLeft()
            await connection.close()
        }
        defer { watching.cancel() }
        for await signal in signals {
            let entry: JournalEntry
            do { entry = try JournalEntry(try signal.decode(as: Details.self)) } catch { throw Failure.device(error) }
            if entry.sequence <= last { continue }
            if entry.sequence > last + 1, last > 0 {
                guard try await catchUp(&last, take) else { return }
                if entry.sequence <= last { continue }
            }
            last = entry.sequence
            guard try take(entry) else { return }
        }
        throw Failure(.unreachable, "the device (vsad) has left the bus")
    }

    /// Reads what came after a number.
    private func catchUp(_ last: inout Int64, _ take: (JournalEntry) throws -> Bool) async throws -> Bool {
        while true {
            let entries = try await journal(after: last, limit: 1_000, application: nil)
            for entry in entries where entry.sequence > last {
                last = entry.sequence
                guard try take(entry) else { return false }
            }
            if entries.count < 1_000 { return true }
        }
    }
}

/// The device on the bus: who it is, and when it goes.
struct DevicePresence: Sendable {
    /// Its unique name.
    let owner: BusName
    fileprivate let changes: SignalStream

    /// Returns when the device has left the bus, or the bus is gone, or the task is cancelled.
    func hasLeft() async {
        for await signal in changes {
            guard let change = try? NameOwnerChange(signal), change.name == Wire.busName else { continue }
            if change.newOwner != owner { return }
        }
    }
}

extension DeviceControl {
    /// Starts the device when it does not run yet, and watches it from now on.
    func presence() async throws -> DevicePresence {
        do {
            let changes = try await connection.signals(.nameOwnerChanged(of: Wire.busName))
            _ = try await status()
            guard let owner = try await connection.nameOwner(Wire.busName) else {
                throw Failure(.unreachable, "the device (vsad) has left the bus")
            }
            return DevicePresence(owner: owner, changes: changes)
        } catch {
            throw Failure.device(error)
        }
    }
}
