import DBus
import DeviceInterfaces
import Foundation

/// The process's connection to the device. It is opened at the first call, registered once, and opened again after a restart of
/// the bus or the device.
actor DeviceLink {
    /// A connection and its peer.
    private struct Link: Sendable {
        var connection: Connection
        /// The owner of the device's name with which the app is registered, or the name itself if the app does not register.
        var destination: BusName
        var identity: ApplicationIdentity
    }

    /// The process's link to the device on the session bus.
    static let shared = DeviceLink { try await Connection.session() }

    private let connect: @Sendable () async throws -> Connection
    private let identity: @Sendable () -> ApplicationIdentity
    private var opening: Task<Link, any Error>?

    /// Creates a link that is not connected yet.
    ///
    /// - Parameters:
    ///   - identity: Returns the app's identity at the time of a call.
    ///   - connect: Opens a connection to the bus.
    init(
        identity: @escaping @Sendable () -> ApplicationIdentity = { .current() },
        connect: @escaping @Sendable () async throws -> Connection
    ) {
        self.identity = identity
        self.connect = connect
    }

    /// Calls a member of the root object. Members called this way are reads, or writes that can be repeated: a call whose reply
    /// was lost is repeated over a new connection.
    ///
    /// - Parameter timeout: The time limit; nil waits until the reply arrives or the device or the bus goes away.
    /// - Throws: `RemoteError`, `ConnectionError`, `CancellationError`, or ``VSError`` if the app may not register.
    @discardableResult
    func call(
        _ member: MemberName, _ arguments: [any BusValueConvertible],
        on interface: InterfaceName = SubscriberAccountInterface.name, timeout: Duration? = .seconds(25)
    ) async throws -> BusMessage {
        try await overLink { link in
            try await link.connection.call(
                link.destination, path: SubscriberAccountInterface.path, interface: interface, member: member,
                arguments: arguments, timeout: timeout)
        }
    }

    /// Makes a call that may prompt the user, and waits for its end. The call is repeated if the device was restarted before it;
    /// a request in progress when the device exits is not repeated.
    ///
    /// - Returns: The arguments of `Completed`.
    /// - Throws: The errors of ``call(_:_:on:timeout:)`` and ``RequestObject/outcome(presenter:)``.
    func request(
        _ member: MemberName, _ options: VariantDictionary, on interface: InterfaceName = SubscriberAccountInterface.name,
        presenter: DelegatePresenter? = nil
    ) async throws -> VariantDictionary {
        let request = try await overLink { link in
            try await RequestObject(member, of: interface, options, on: link.connection, to: link.destination)
        }
        return try await request.outcome(presenter: presenter)
    }

    private func overLink<Answer: Sendable>(_ operation: @Sendable (Link) async throws -> Answer) async throws -> Answer {
        do {
            return try await attempt(operation)
        } catch  where Self.isLost(error) {
            return try await attempt(operation)
        }
    }

    private func attempt<Answer: Sendable>(_ operation: @Sendable (Link) async throws -> Answer) async throws -> Answer {
        let opening = await link(for: identity())
        do {
            return try await operation(try await opening.value)
        } catch {
            if Self.isLost(error) { drop(opening) }
            throw error
        }
    }

    /// Returns the link for this identity. Only one is opened at a time, however many calls wait for it.
    private func link(for identity: ApplicationIdentity) async -> Task<Link, any Error> {
        if let opening {
            // A link that failed to open is discarded: the next call tries again.
            if let link = try? await opening.value, link.identity == identity { return opening }
            drop(opening)
            if let newer = self.opening { return newer }
        }
        let task = Task { try await open(as: identity) }
        opening = task
        return task
    }

    /// Forgets a link. Its connection closes with the last request in progress that uses it.
    private func drop(_ task: Task<Link, any Error>) {
        if opening == task { opening = nil }
    }

    private func open(as identity: ApplicationIdentity) async throws -> Link {
        let connection = try await connect()
        do {
            let destination = try await register(identity, on: connection)
            return Link(connection: connection, destination: destination, identity: identity)
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Registers the app's identity.
    ///
    /// - Returns: The destination of calls: the owner that received the identity, so that a restart of the device is noticed.
    private func register(_ identity: ApplicationIdentity, on connection: Connection) async throws -> BusName {
        guard !identity.isEmpty else { return SubscriberAccountInterface.busName }
        let info = VariantDictionary(filled: [
            SubscriberAccountInterface.Key.errorInfo: true,
            SubscriberAccountInterface.Key.usageDescription: identity.usageDescription,
            SubscriberAccountInterface.Key.applicationName: identity.displayName,
        ])
        let identifier = identity.identifier ?? ProcessInfo.processInfo.processName
        do {
            let reply = try await connection.call(
                SubscriberAccountInterface.busName, path: SubscriberAccountInterface.path,
                interface: SubscriberAccountInterface.name, member: SubscriberAccountInterface.Member.register,
                arguments: [identifier, info])
            return reply.sender ?? SubscriberAccountInterface.busName
        } catch let error as RemoteError
            where identity.identifier == nil && error.name == SubscriberAccountInterface.Failure.notPermitted
        {
            // The system identifies the app by a name other than the executable's, and no name was requested explicitly.
            return SubscriberAccountInterface.busName
        }
    }

    /// The errors of the bus when the device has left.
    private static let losses: Set<ErrorName> = [
        .serviceUnknown, .nameHasNoOwner, .noReply, "org.freedesktop.DBus.Error.Disconnected",
    ]

    /// Returns whether the bus or the device has left, so that a new connection may help.
    private static func isLost(_ error: any Error) -> Bool {
        switch error {
        case ConnectionError.disconnected: true
        case let error as RemoteError: losses.contains(error.name)
        default: false
        }
    }
}

/// A connection to the device of an environment other than the process's, for libraries that host several apps in one process.
package final class AccountSession: Sendable {
    let device: DeviceLink
    let queue = RequestQueue()

    /// Creates a session with the device on the bus that the environment names. An identity registered with ``VSApplication``
    /// takes precedence over the app's name in the environment.
    ///
    /// - Parameter environment: The variables to use instead of the process's environment.
    package init(environment: [String: String]) {
        let connect: @Sendable () async throws -> Connection = {
            if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
                return try await Connection.open(address: address)
            }
            guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else {
                throw ConnectionError.cannotConnect("the environment names neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR")
            }
            return try await Connection.open(address: "unix:path=\(folder)/bus")
        }
        device = DeviceLink(identity: { .current(environment: environment) }, connect: connect)
    }
}
