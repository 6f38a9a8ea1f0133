import AccountCore
import DBus
import SAML
import StateDirectory
import TVWorld

/// The system account on a bus: everything that `vsad` is, but for its command line.
public final class AccountDaemon: Sendable {
    /// How a daemon is set up.
    public struct Configuration: Sendable {
        /// Where its files are.
        public var stateFolder: String
        /// The providers and subscribers that exist.
        public var world: World
        /// Where time comes from, as the daemon begins: a `SystemClock` is taken with its setting, another clock as the machine's.
        public var clock: any WorldClock
        /// Where others read what is done to the clock; nil: nowhere.
        public var clockFile: ClockFile?
        /// How many pages of 4 KiB the state file may have; nil: as many as the disk holds.
        public var maximumPages: Int?
        /// Where keys for providers are taken from as long as it has any; nil: they are made when they are needed.
        public var keyPool: KeyPool?
        /// Whether what was acknowledged survives a power loss. It survives the process in any case.
        public var isSynced = true

        /// A daemon with the built-in world and the machine's clock.
        public init(
            stateFolder: String, world: World = .builtIn, clock: any WorldClock = SystemClock(), maximumPages: Int? = nil,
            keyPool: KeyPool? = nil, clockFile: ClockFile? = nil
        ) {
            self.clockFile = clockFile
            self.stateFolder = stateFolder
            self.world = world
            self.clock = clock
            self.maximumPages = maximumPages
            self.keyPool = keyPool
        }
    }

    /// How the daemon's connection is to be opened: no sensible call is larger than a few KiB, but for those that carry documents.
    public static var connectionOptions: ConnectionOptions {
        var options = ConnectionOptions()
        options.incomingCallByteLimit = usualCall
        return options
    }

    /// The most bytes that the arguments of a call may have, and those of an agent's reply.
    static let usualCall = 64 * 1_024
    /// The same for calls that carry a document: a scenario, a snapshot.
    static let largestCall = 4 * 1_024 * 1_024
    /// The same for a service's metadata, with room for what a call counts besides; the text itself is measured when it is read.
    static let metadataCall = SAMLLimits.maximumMetadataSize + 1_024

    /// The version of the program.
    public static let version = "0.1.0"

    private let connection: Connection
    private let folder: StateFolder
    let store: DeviceStore
    private let objects: Objects
    private let departures: Task<Void, Never>

    private init(
        connection: Connection, folder: StateFolder, store: DeviceStore, objects: Objects, departures: Task<Void, Never>
    ) {
        self.connection = connection
        self.folder = folder
        self.store = store
        self.objects = objects
        self.departures = departures
    }

    /// Loads the state, exports the objects, and only then takes the bus name: who sees the name can call.
    ///
    /// - Throws: `DaemonError.alreadyRunning` when the name has an owner; `StoreError`; `ConnectionError`.
    public static func start(on connection: Connection, _ configuration: Configuration) async throws -> AccountDaemon {
        // First, so that a second daemon says what it is and not that somebody holds the folder.
        if try await connection.nameOwner(BusNames.service) != nil { throw DaemonError.alreadyRunning }
        let folder = try await StateFolder.take(path: configuration.stateFolder)
        let monitors = JournalMonitors(bus: BusReference(connection))
        let clock = AdjustableClock.over(configuration.clock)
        let opened = try await DeviceStore.open(
            folder, world: configuration.world, clock: clock, monitors: monitors,
            maximumPages: configuration.maximumPages, isSynced: configuration.isSynced)
        let start = clock.setting
        try await resume(clock, opened)
        let objects = try Objects(
            folder: folder, opened: opened, monitors: monitors, keyPool: configuration.keyPool,
            isSynced: configuration.isSynced, clock: clock, start: start, clockFile: configuration.clockFile,
            connection: connection)
        // Before the first call, so that no caller can leave unnoticed.
        let changes = try await connection.signals(.nameOwnerChanged(), bufferingNewest: 4_096)
        let departures = Task {
            for await message in changes {
                guard let change = try? NameOwnerChange(message), change.newOwner == nil, change.name.isUnique else { continue }
                await objects.forget(change.name, on: connection)
            }
        }
        do {
            try await objects.watchArrivals(on: connection)
            await objects.clockKeeper.begin()
            await objects.scenarioKeeper.resume()
            try await objects.export(on: connection)
            try await connection.requestName(BusNames.service)
        } catch {
            departures.cancel()
            await opened.store.close()
            folder.release()
            if case ConnectionError.nameTaken = error { throw DaemonError.alreadyRunning }
            throw error
        }
        return AccountDaemon(
            connection: connection, folder: folder, store: opened.store, objects: objects, departures: departures)
    }

    /// Lets the clock go on as it was set before a restart. A clock that the daemon is started with now, and was not then, is
    /// stronger, and what was set before is forgotten.
    private static func resume(_ clock: AdjustableClock, _ opened: DeviceStore.Opened) async throws {
        let start = clock.setting
        if let stored = opened.clock {
            if stored.start == start {
                clock.adjust { _, _ in stored.setting }
            } else {
                try await opened.store.keep(StoredClock(setting: start, start: start))
            }
        } else if start == .real, let scenario = opened.store.device.state.scenario {
            // A state file of a version that kept only the scenario.
            clock.adjust { _, _ in scenario.deviceClock }
        }
    }

    /// Gives up the bus name, writes what waits, and leaves the folder to others. The connection is the caller's to close.
    public func stop() async {
        try? await connection.releaseName(BusNames.service)
        departures.cancel()
        await objects.expiry.stop()
        await objects.prompting.agentManager.releaseAll()
        await store.close()
        folder.release()
    }
}

/// Why a daemon does not start.
public enum DaemonError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another one has the bus name.
    case alreadyRunning

    public var description: String {
        switch self {
        case .alreadyRunning: "another vsad is running on this bus (it owns \(BusNames.service))"
        }
    }
}
