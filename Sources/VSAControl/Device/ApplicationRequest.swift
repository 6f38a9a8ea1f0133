import DBus

/// A request of an app that may wait for a user, from its call to its end.
struct ApplicationRequest: Sendable {
    /// What becomes of it, in the order of the signals.
    enum Event: Sendable, Equatable {
        /// The window is about to be shown.
        case present(JSON)
        /// The window has gone.
        case dismiss
        /// The app is asked about a provider.
        case providerSelected(String)
        /// The end: what the app gets.
        case completed(JSON)
        /// The end: what went wrong.
        case failed(SubscriberFailure)

        /// Whether nothing comes after it.
        var isLast: Bool {
            switch self {
            case .completed, .failed: true
            default: false
            }
        }
    }

    /// The path of the request object.
    let path: ObjectPath
    private let connection: Connection
    private let signals: SignalStream

    /// Makes a request. The signals are subscribed to before the call, since they may come before its reply is looked at.
    ///
    /// - Throws: as the call.
    init(
        on connection: Connection, token: String, make: (_ token: String) async throws -> Void
    ) async throws {
        guard let sender = connection.uniqueName else { throw ConnectionError.noBus }
        self.connection = connection
        path = try Wire.Request.path(sender: sender, token: token)
        signals = try await connection.signals(
            MatchRule(sender: Wire.busName, interface: Wire.Request.interface, path: path))
        try await make(token)
    }

    /// Gives the events to `take` until the last one.
    ///
    /// - Throws: `Failure` with `ExitStatus.unreachable` when the device leaves the bus, or what `take` throws.
    func follow(_ take: (Event) async throws -> Void) async throws {
        for await signal in signals {
            let event: Event
            do {
                guard let read = try Self.event(signal) else { continue }
                event = read
            } catch {
                throw Failure.device(error)
            }
            try await take(event)
            if event.isLast { return }
        }
        throw Failure(.unreachable, "the device (vsad) has left the bus before the request ended")
    }

    /// Ends the request; the failure comes as its last event.
    func cancel() async { await send(Wire.Request.cancel, []) }

    /// Answers `providerSelected`.
    func confirm(_ isAllowed: Bool) async { await send(Wire.Request.confirm, [isAllowed]) }

    /// A request that has just ended does not answer any more, and that is fine.
    private func send(_ member: MemberName, _ arguments: [any ValueConvertible]) async {
        _ = try? await connection.call(
            Wire.busName, path: path, interface: Wire.Request.interface, member: member, arguments: arguments)
    }

    private static func event(_ signal: Message) throws -> Event? {
        switch signal.member {
        case Wire.Request.present: return .present(JSON(try signal.decode(as: Details.self)))
        case Wire.Request.dismiss: return .dismiss
        case Wire.Request.providerSelected: return .providerSelected(try signal.decode(as: String.self))
        case Wire.Request.completed: return .completed(JSON(try signal.decode(as: Details.self)))
        case Wire.Request.failed:
            let (name, message, info) = try signal.decode(as: String.self, String.self, Details.self)
            let prefix = Wire.Error.subscriberPrefix
            return .failed(
                SubscriberFailure(
                    name: name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name, message: message,
                    info: JSON(info)))
        default: return nil
        }
    }
}
