import Synchronization

/// A connection to a D-Bus bus, or to one peer.
///
/// The actor runs on its own thread, which is also the only one that accesses libdbus. Calls never block a thread: any number can
/// be in flight. Releasing the last reference closes the connection; running calls, streams and handlers hold one. A handler
/// should refer to its own connection with `[weak connection]` or through `MethodInvocation.connection`.
///
///     let connection = try await Connection.session()
///     let reply = try await connection.call(
///         .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "GetNameOwner",
///         arguments: ["org.freedesktop.Notifications"])
///     let owner = try reply.decode(as: String.self)
public actor Connection: LoopClient {
    enum State {
        case connecting
        case open
        case closed
    }

    /// A condition that tasks wait for. The end of the connection ends all waits.
    enum Condition {
        case sent
        case answered
        case closed
    }

    nonisolated let loop: EventLoop
    nonisolated let options: ConnectionOptions
    private nonisolated let name = Mutex<BusName?>(nil)

    var state = State.connecting
    /// Whether the connection is one to a bus.
    let hasBus: Bool
    var replies = ReplyTable()
    var waiters: [(condition: Condition, continuation: CheckedContinuation<Void, Never>)] = []
    var authenticationWaiter: CheckedContinuation<Void, any Error>?
    var authenticationDue: ContinuousClock.Instant?

    // Signals.
    var subscriptions: [UInt64: Subscription] = [:]
    var nextSubscription: UInt64 = 0
    var matches: [MatchRule: MatchRegistration] = [:]
    var owners: [BusName: OwnerTracker] = [:]

    // Exported objects.
    var objects: [ObjectPath: ExportedObject] = [:]
    var calls = CallsInProgress()
    var recentReplies = RecentReplies()
    var repeatedReplies = RepeatedReplies()
    var objectsReply: ObjectsReply?
    var gate: Gate?
    var arrivalWatch: (@Sendable (BusName) -> Void)?
    var process: @Sendable (BusName) -> UInt32? = { _ in nil }
    let smallRoom = CallRoom.small()
    let largeRoom = CallRoom.large()
    var heldCalls: [BusName: [HeldCall]] = [:]

    /// The executor is the connection's loop thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The name that the bus assigned to this connection; nil on a connection without a bus.
    public nonisolated var uniqueName: BusName? { name.withLock { $0 } }

    init(hasBus: Bool, options: ConnectionOptions) throws(ConnectionError) {
        loop = try EventLoop()
        self.hasBus = hasBus
        self.options = options
        loop.client = self
        try loop.start()
    }

    deinit { loop.stop() }

    /// The number of bytes that wait to be sent.
    var outgoingByteCount: Int { loop.connection?.outgoingByteCount ?? 0 }

    func setUniqueName(_ name: BusName) { self.name.withLock { $0 = name } }

    /// Performs one iteration of the loop: incoming messages, deadlines, and waits for an empty queue.
    nonisolated func takeTurn() -> EventLoop.Wait {
        assumeIsolated { connection in
            let hasMore = connection.dispatch()
            connection.endDueCalls()
            connection.resumeWaiters()
            connection.checkAuthentication()
            if hasMore { return .none }
            let due = connection.authenticationDue ?? connection.replies.nextDue
            return due.map { .until($0) } ?? .forever
        }
    }

    /// Handles a number of messages, so that jobs of the actor can run between them.
    /// - Returns: Whether there are more messages.
    private func dispatch() -> Bool {
        guard let handle = loop.connection else { return false }
        for _ in 0..<64 {
            // Every further call would add a reply to a queue that is not read. A lost connection sends nothing more, and
            // libdbus reports the loss only after everything that arrived before it.
            if handle.outgoingByteCount > options.outgoingByteLimit, handle.isConnected { return false }
            guard handle.dispatch() else { return false }
        }
        return true
    }

    private func endDueCalls() {
        guard let due = replies.nextDue else { return }
        let now = ContinuousClock.now
        guard due <= now else { return }
        for waiter in replies.removeDue(at: now) { waiter.resume(with: .failure(ConnectionError.timedOut)) }
    }

    private func resumeWaiters() {
        // The end of the connection resumes its own; a daemon always waits for it.
        guard waiters.contains(where: { $0.condition != .closed }) else { return }
        for waiter in waiters where isMet(waiter.condition) { waiter.continuation.resume() }
        waiters.removeAll { isMet($0.condition) }
    }

    private func checkAuthentication() {
        guard let due = authenticationDue else { return }
        if loop.connection?.isAuthenticated == true { endAuthentication(.success(())) }
        if due <= .now { endAuthentication(.failure(ConnectionError.timedOut)) }
    }

    private func endAuthentication(_ result: Result<Void, any Error>) {
        authenticationWaiter?.resume(with: result)
        authenticationWaiter = nil
        authenticationDue = nil
    }

    /// Handles the end of the connection, however it was lost: all waits end.
    func handleDisconnect() {
        guard state != .closed else { return }
        state = .closed
        for waiter in replies.removeAll() { waiter.resume(with: .failure(ConnectionError.disconnected)) }
        endAuthentication(.failure(ConnectionError.disconnected))
        let ended = subscriptions.values
        subscriptions = [:]
        matches = [:]
        owners = [:]
        for subscription in ended { subscription.continuation.finish() }
        calls.cancelAll()
        gate = nil
        arrivalWatch = nil
        heldCalls = [:]
        objects = [:]
        recentReplies = RecentReplies()
        repeatedReplies = RepeatedReplies()
        objectsReply = nil
        loop.connection = nil
        for waiter in waiters { waiter.continuation.resume() }
        waiters = []
    }
}
