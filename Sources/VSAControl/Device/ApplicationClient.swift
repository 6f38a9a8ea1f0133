import DBus
import DeviceInterfaces
import TVWorld

/// Acts as an app, on a separate connection.
struct ApplicationClient: Sendable {
    private let connection: Connection

    /// Registers as an app.
    ///
    /// - Throws: ``SubscriberFailure`` if the device rejects the identifier, otherwise `Failure`.
    init(application: String, usageDescription: String?, address: String?) async throws {
        connection = try await DeviceControl.connect(address: address).connection
        let info = VariantDictionary(filled: [
            SubscriberAccountInterface.Key.errorInfo: true,
            SubscriberAccountInterface.Key.usageDescription: usageDescription,
        ])
        _ = try await call(SubscriberAccountInterface.Member.register, [application, info])
    }

    func accessStatus() async throws -> String {
        let message = try await call(SubscriberAccountInterface.Member.checkAccessStatus, [VariantDictionary()])
        do { return try message.decode(as: String.self) } catch { throw Failure.device(error) }
    }

    /// Returns metadata without prompting the user.
    func metadata(_ request: VariantDictionary) async throws -> VariantDictionary {
        let message = try await call(SubscriberAccountInterface.Member.queryMetadata, [request])
        do { return try message.decode(as: VariantDictionary.self) } catch { throw Failure.device(error) }
    }

    /// Creates a request that may prompt the user.
    ///
    /// - Parameter member: `RequestAccess` or `RequestMetadata`.
    func request(_ member: MemberName, _ details: VariantDictionary) async throws -> ApplicationRequest {
        let token = "vsactl" + (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 16) }.joined()
        do {
            return try await ApplicationRequest(on: connection, token: token) { _ = try await call(member, [$0, details]) }
        } catch let error as ConnectionError {
            throw Failure.device(error)
        }
    }

    private func call(_ member: MemberName, _ arguments: [any BusValueConvertible]) async throws -> BusMessage {
        do {
            return try await connection.call(
                SubscriberAccountInterface.busName, path: SubscriberAccountInterface.path,
                interface: SubscriberAccountInterface.name, member: member, arguments: arguments, timeout: .seconds(90))
        } catch {
            if let error = error as? RemoteError, let failure = SubscriberFailure(error) { throw failure }
            throw Failure.device(error)
        }
    }
}

/// A request of an app that may prompt the user, from its call to its end.
struct ApplicationRequest: Sendable {
    /// An event of the request, in the order of the signals.
    enum Event: Sendable, Equatable {
        /// The window is about to be shown.
        case present(JSON)
        /// The window has been closed.
        case dismiss
        /// The app is asked about a provider.
        case providerSelected(String)
        /// The end, with the result for the app.
        case completed(JSON)
        /// The end, with the error.
        case failed(SubscriberFailure)

        var isLast: Bool {
            switch self {
            case .completed, .failed: true
            default: false
            }
        }
    }

    let path: ObjectPath
    private let connection: Connection
    private let signals: BusSignalStream

    /// Creates a request. The signals are subscribed to before the call, because they may arrive before its reply is processed.
    init(
        on connection: Connection, token: String, make: (_ token: String) async throws -> Void
    ) async throws {
        guard let sender = connection.uniqueName else { throw ConnectionError.noBus }
        self.connection = connection
        path = try RequestInterface.path(sender: sender, token: token)
        signals = try await connection.signals(
            MatchRule(sender: SubscriberAccountInterface.busName, interface: RequestInterface.name, path: path),
            .nameOwnerChanged(of: SubscriberAccountInterface.busName))
        try await make(token)
    }

    /// Passes the events to `take` until the last one, and returns it.
    ///
    /// - Throws: `Failure` with `ExitStatus.unreachable` if the device leaves the bus, or the errors of `take`.
    func follow(_ take: (Event) async throws -> Void) async throws -> Event {
        for await signal in signals {
            // It has another device, or none.
            if signal.sender == .bus { break }
            let event: Event?
            do { event = try Self.event(signal) } catch { throw Failure.device(error) }
            guard let event else { continue }
            try await take(event)
            if event.isLast { return event }
        }
        throw Failure(.unreachable, "the device (vsad) has left the bus before the request ended")
    }

    /// Cancels the request; the failure arrives as its last event.
    func cancel() async throws { try await send(RequestInterface.Member.cancel, []) }

    /// Answers `providerSelected`.
    func confirm(_ isAllowed: Bool) async throws { try await send(RequestInterface.Member.confirm, [isAllowed]) }

    /// Sends a call. The error from a request that has just ended is ignored; a device that does not answer is a `Failure`.
    private func send(_ member: MemberName, _ arguments: [any BusValueConvertible]) async throws {
        do {
            _ = try await connection.call(
                SubscriberAccountInterface.busName, path: path, interface: RequestInterface.name, member: member,
                arguments: arguments)
        } catch ConnectionError.timedOut {
            throw Failure.device(ConnectionError.timedOut)
        } catch {}
    }

    private static func event(_ signal: BusMessage) throws -> Event? {
        switch signal.member {
        case RequestInterface.Member.present: return .present(JSON(try signal.decode(as: VariantDictionary.self)).normalized)
        case RequestInterface.Member.dismiss: return .dismiss
        case RequestInterface.Member.providerSelected: return .providerSelected(try signal.decode(as: String.self))
        case RequestInterface.Member.completed: return .completed(JSON(try signal.decode(as: VariantDictionary.self)).normalized)
        case RequestInterface.Member.failed:
            let (name, message, info) = try signal.decode(as: String.self, String.self, VariantDictionary.self)
            let plainName = String(name.trimmingPrefix(SubscriberAccountInterface.errorPrefix))
            return .failed(SubscriberFailure(name: plainName, message: message, info: JSON(info).normalized))
        default: return nil
        }
    }
}
