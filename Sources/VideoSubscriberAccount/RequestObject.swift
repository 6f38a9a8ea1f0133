import DBus
import Foundation

/// A call that may have to wait for the user.
struct InterruptingCall: Sendable {
    var interface = WireNames.interface
    var member: MemberName
    var options: Details
}

/// A request that is under way on the device, from the call that made it to its `Completed` or `Failed`.
struct RequestObject: Sendable {
    private let connection: Connection
    /// The device's process that works on the request: with it the request ends.
    private let owner: BusName?
    private let destination: BusName
    private let path: ObjectPath
    private let signals: SignalStream

    /// Makes the request. Its signals are subscribed to before the call, since its path is known beforehand.
    ///
    /// - Throws: `RemoteError`, `ConnectionError`, `ConversionError`; `CancellationError` when the task was cancelled, and then the
    ///   request is too.
    init(_ call: InterruptingCall, on connection: Connection, to destination: BusName) async throws {
        guard let sender = connection.uniqueName else { throw ConnectionError.noBus }
        let token = "vsa" + UUID().uuidString.filter { $0 != "-" }
        let path = try WireNames.requestPath(sender: sender, token: token)
        let rule = MatchRule(sender: destination, interface: WireNames.requestInterface, path: path)
        signals = try await connection.signals(anyOf: [rule, .nameOwnerChanged(of: destination)])
        // A task of its own: when the app cancels now, the device still has to hear of it after the request, not before.
        let reply = Task {
            try await connection.call(
                destination, path: WireNames.path, interface: call.interface, member: call.member,
                arguments: [token, call.options])
        }
        (self.connection, self.destination, self.path) = (connection, destination, path)
        do {
            let message = try await reply.value
            owner = message.sender
            guard try message.decode(as: ObjectPath.self) == path else {
                throw ConversionError(reason: "the request's path is not \(path)")
            }
            try Task.checkCancellation()
        } catch {
            await Self.cancel(path, on: connection, to: destination)
            throw error
        }
    }

    /// Waits for the end, however long the user takes. Whatever the end is, no dialog is left presented.
    ///
    /// - Returns: what `Completed` carries.
    /// - Throws: `RemoteError` for what `Failed` carries; ``RequestLost`` when the device or the bus goes away;
    ///   `CancellationError`; `ConversionError`, `ConnectionError`. Except after `Failed` the request is cancelled.
    func outcome(presenter: any DialogPresenter) async throws -> Details {
        do {
            let details = try await follow(presenter)
            await presenter.dismiss()
            return details
        } catch {
            if !(error is RemoteError) { await Self.cancel(path, on: connection, to: destination) }
            await presenter.dismiss()
            throw error
        }
    }

    private func follow(_ presenter: any DialogPresenter) async throws -> Details {
        for await signal in signals {
            try Task.checkCancellation()
            guard let event = try RequestEvent(signal, owner: owner) else { continue }
            switch event {
            case .present(let dialog): await presenter.present(dialog)
            case .dismiss: await presenter.dismiss()
            case .providerSelected(let provider):
                let isAllowed = await presenter.allows(provider: provider)
                try Task.checkCancellation()
                try await connection.send(
                    destination, path: path, interface: WireNames.requestInterface, member: WireNames.confirm,
                    arguments: [isAllowed])
            case .completed(let details): return details
            case .failed(let error): throw error
            case .deviceGone: throw RequestLost()
            }
        }
        try Task.checkCancellation()
        throw RequestLost()
    }

    /// Tells the device that nobody wants the answer any more. A request that has ended, or a device that is gone, needs no telling.
    private static func cancel(_ path: ObjectPath, on connection: Connection, to destination: BusName) async {
        try? await connection.send(
            destination, path: path, interface: WireNames.requestInterface, member: WireNames.cancel, flags: .noAutoStart)
    }
}

/// The device, or the bus, went away while a request was under way.
struct RequestLost: Error {}
