import AccountCore
import DBus
import DeviceInterfaces
import StateDirectory
import TVWorld

/// The system account on a bus: everything that `vsad` does, except for its command line.
public struct AccountDaemon: Sendable {
    /// The configuration of a daemon.
    public struct Configuration: Sendable {
        /// The folder of its files.
        public var stateFolder: String
        /// The world with its providers and subscribers.
        public var world = World.builtIn
        /// The device's clock, with its initial setting.
        public var clock = AdjustableClock()
        /// The file in which the clock's setting is published; nil: none.
        public var clockFile: ClockFile?
        /// The maximum number of 4 KiB pages in the state file; nil: no limit.
        public var maximumPages: Int?
        /// The pool of spare provider keys; when it is empty, or nil, keys are generated on demand.
        public var keyPool: KeyPool?
        /// The names of the installed apps.
        public var desktopEntries = DesktopEntries.none
        /// Whether acknowledged changes survive a power failure. They survive the process in any case.
        public var isSynced = true

        /// Creates a configuration with the built-in world and the machine's time.
        public init(stateFolder: String) {
            self.stateFolder = stateFolder
        }
    }

    /// The options for the daemon's connection: only calls that contain documents are larger than a few KiB, and none contains
    /// file descriptors, of which waiting calls could use up as many as the process may open.
    public static var connectionOptions: ConnectionOptions {
        var options = ConnectionOptions()
        options.incomingCallByteLimit = CallLimits.usual
        options.acceptsFileDescriptors = false
        return options
    }

    private let connection: Connection
    private let folder: StateFolder
    let store: DeviceStore
    let objects: Objects
    private let departures: Task<Void, Never>

    /// Loads the state, exports the objects, and only then requests the bus name: clients can make calls as soon as they see the
    /// name.
    ///
    /// - Throws: `DaemonError.alreadyRunning` if the name has an owner; `StoreError`; `ConnectionError`.
    public static func start(on connection: Connection, _ configuration: Configuration) async throws -> AccountDaemon {
        // First, so that a second daemon reports this and not that the folder is locked.
        if try await connection.nameOwner(SubscriberAccountInterface.busName) != nil { throw DaemonError.alreadyRunning }
        let folder = try await StateFolder.take(path: configuration.stateFolder)
        let monitors = JournalMonitors(bus: WeakConnection(connection: connection))
        let clock = configuration.clock
        let store = try await DeviceStore.open(
            folder, world: configuration.world, clock: clock, monitors: monitors,
            maximumPages: configuration.maximumPages, isSynced: configuration.isSynced)
        let start = clock.setting
        try await resume(clock, store)
        let objects = try Objects(
            configuration, folder: folder, store: store, monitors: monitors, start: start, connection: connection)
        // Before the first call and without a limit, so that no caller leaves unnoticed, however many names change their owners.
        let changes = try await connection.signals(.nameOwnerChanged(), bufferingNewest: .max)
        let departures = Task {
            for await message in changes {
                guard let change = try? NameOwnerChange(message), change.newOwner == nil, change.name.isUnique else { continue }
                await objects.forget(change.name, on: connection)
            }
        }
        do {
            try await objects.watchArrivals(on: connection)
            await objects.clockController.begin()
            await objects.scenarioLoader.resume()
            try await objects.export(on: connection)
            try await connection.requestName(SubscriberAccountInterface.busName)
        } catch {
            departures.cancel()
            await store.close()
            folder.release()
            if case ConnectionError.nameTaken = error { throw DaemonError.alreadyRunning }
            throw error
        }
        return AccountDaemon(connection: connection, folder: folder, store: store, objects: objects, departures: departures)
    }

    /// Restores the clock's setting from before a restart. A clock given at this start, and not at the previous one, takes
    /// precedence, and the previous setting is discarded.
    private static func resume(_ clock: AdjustableClock, _ store: DeviceStore) async throws {
        guard let stored = store.formerClock else { return }
        let start = clock.setting
        if stored.start == start {
            clock.setting = stored.setting
        } else {
            try await store.keep(StoredClock(setting: start, start: start))
        }
    }

    /// Releases the bus name, answers the calls in progress, writes pending data, unlocks the folder, and sends what waits to be
    /// sent. A bus that does not respond delays none of this for long. The caller closes the connection.
    public func stop() async { await stop(answeringFor: .lastReplies) }

    /// - Parameter limit: The time after which calls in progress are left to the bus, which reports that nobody replied.
    func stop(answeringFor limit: Pause) async {
        let connection = connection
        await Self.wait(for: { try? await connection.releaseName(SubscriberAccountInterface.busName) }, within: .lastReplies)
        await objects.expiry.stop()
        await objects.agentManager.releaseAll()
        // Without a reply, a change that was stored would look as if it had failed. Calls that a fault keeps waiting may take
        // longer.
        await Self.wait(for: connection.answered, within: limit)
        departures.cancel()
        await store.close()
        folder.release()
        await Self.wait(for: connection.flush, within: .lastReplies)
    }

    /// Waits until an operation on the connection has ended, or a time has passed; the operation then ends with the connection.
    private static func wait(for operation: @escaping @Sendable () async -> Void, within limit: Pause) async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let timer = Task {
            await limit.wait()
            end.finish()
        }
        Task {
            await operation()
            end.finish()
        }
        for await _ in ends {}
        timer.cancel()
    }
}

/// The reason why a daemon does not start.
public enum DaemonError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another daemon owns the bus name.
    case alreadyRunning

    public var description: String {
        switch self {
        case .alreadyRunning: "another vsad is running on this bus (it owns \(SubscriberAccountInterface.busName))"
        }
    }
}
