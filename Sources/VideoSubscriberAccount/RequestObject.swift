import DBus
import DeviceInterfaces
import Foundation

/// A request in progress on the device, from the call that created it to its `Completed` or `Failed`.
struct RequestObject: Sendable {
    private let connection: Connection
    /// The device's process that handles the request. The request ends with it.
    private let owner: BusName?
    private let destination: BusName
    private let path: ObjectPath
    private let signals: BusSignalStream

    /// Creates the request. Its path is known in advance, so its signals are subscribed to before the call.
    ///
    /// - Throws: `RemoteError`, `ConnectionError`, `BusConversionError`, or `CancellationError` if the task was cancelled, which
    ///   also cancels the request.
    init(
        _ member: MemberName, of interface: InterfaceName, _ options: VariantDictionary, on connection: Connection,
        to destination: BusName
    ) async throws {
        guard let sender = connection.uniqueName else { throw ConnectionError.noBus }
        let token = "vsa" + UUID().uuidString.filter { $0 != "-" }
        let path = try RequestInterface.path(sender: sender, token: token)
        let rule = MatchRule(sender: destination, interface: RequestInterface.name, path: path)
        signals = try await connection.signals(rule, .nameOwnerChanged(of: destination))
        // The app may have cancelled while the request waited for the connection: the user is not prompted.
        try Task.checkCancellation()
        // In its own task: if the app cancels now, the device must be notified after the request, not before it.
        let reply = Task {
            try await connection.call(
                destination, path: SubscriberAccountInterface.path, interface: interface, member: member,
                arguments: [token, options])
        }
        (self.connection, self.destination, self.path) = (connection, destination, path)
        do {
            let message = try await reply.value
            owner = message.sender
            guard try message.decode(as: ObjectPath.self) == path else {
                throw BusConversionError(reason: "the request's path is not \(path)")
            }
            try Task.checkCancellation()
        } catch {
            await Self.cancel(path, on: connection, to: destination)
            throw error
        }
    }

    /// Waits for the end, however long the user takes. No dialog is left presented, for any outcome.
    ///
    /// - Returns: The arguments of `Completed`.
    /// - Throws: `RemoteError` with the contents of `Failed`; ``RequestLost`` if the device or the bus goes away;
    ///   `CancellationError`; `BusConversionError`, `ConnectionError`. The request is cancelled except after `Failed`.
    func outcome(presenter: DelegatePresenter?) async throws -> VariantDictionary {
        do {
            let details = try await follow(presenter)
            await presenter?.dismiss()
            return details
        } catch {
            if !(error is RemoteError) { await Self.cancel(path, on: connection, to: destination) }
            await presenter?.dismiss()
            throw error
        }
    }

    private func follow(_ presenter: DelegatePresenter?) async throws -> VariantDictionary {
        for await signal in signals {
            try Task.checkCancellation()
            if signal.sender == .bus {
                let change = try NameOwnerChange(signal)
                guard change.oldOwner == owner, change.newOwner != owner else { continue }
                throw RequestLost()
            }
            switch signal.member {
            case RequestInterface.Member.present:
                let dialog = try VSSystemDialog(details: try signal.decode(as: VariantDictionary.self))
                await presenter?.present(dialog)
            case RequestInterface.Member.dismiss: await presenter?.dismiss()
            case RequestInterface.Member.providerSelected:
                let provider = try signal.decode(as: String.self)
                let isAllowed = await presenter?.allows(provider: provider) ?? true
                try Task.checkCancellation()
                try await connection.send(
                    destination, path: path, interface: RequestInterface.name, member: RequestInterface.Member.confirm,
                    arguments: [isAllowed])
            case RequestInterface.Member.completed: return try signal.decode(as: VariantDictionary.self)
            case RequestInterface.Member.failed: throw try Self.error(in: signal)
            // A signal that this version does not know.
            default: break
            }
        }
        try Task.checkCancellation()
        throw RequestLost()
    }

    /// Returns the contents of `Failed`, which are those of an error reply.
    private static func error(in signal: BusMessage) throws(BusConversionError) -> RemoteError {
        let (name, message, info) = try signal.decode(as: String.self, String.self, VariantDictionary.self)
        do {
            return RemoteError(name: try ErrorName(name), message: message, body: [.string(message), info.dbusValue])
        } catch {
            throw BusConversionError(reason: error.description, location: ["argument 1"])
        }
    }

    /// Cancels the request on the device. Has no effect if the request has ended or the device has exited.
    private static func cancel(_ path: ObjectPath, on connection: Connection, to destination: BusName) async {
        try? await connection.send(
            destination, path: path, interface: RequestInterface.name, member: RequestInterface.Member.cancel, flags: .noAutoStart
        )
    }
}

/// The device or the bus went away during a request.
struct RequestLost: Error {}
