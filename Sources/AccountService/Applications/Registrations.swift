import DBus
import Synchronization

/// An app's description of itself when it registers.
struct Registration: Sendable {
    /// The usage description; nil: none.
    var usageDescription: String?
    /// The display name; nil: none.
    var name: String?
    /// Whether error replies contain the error's information, unless a call says otherwise. GLib and its bindings read an error's
    /// message only if the body contains nothing else.
    var wantsErrorInfo = false
}

/// The registrations of connections. The device also stores their texts by app, but a reset removes them, and a connection that
/// is still on the bus cannot register again.
final class Registrations: Sendable {
    private let table = Mutex<[BusName: Registration]>([:])

    /// The registration of a connection; nil if it has not registered.
    subscript(sender: BusName) -> Registration? {
        get { table.withLock { $0[sender] } }
        set { table.withLock { $0[sender] = newValue } }
    }

    /// Returns the reply for an error of a call's handler, with the body that the caller requested.
    @Sendable func reply(for error: any Error, of call: MethodInvocation) -> any Error {
        let error = errorReply(for: error)
        guard var reply = error as? ErrorReply, !reply.extra.isEmpty, !isInfoWanted(by: call) else { return error }
        reply.extra = []
        return reply
    }

    /// Returns the preference of the call, or else that of its connection.
    private func isInfoWanted(by call: MethodInvocation) -> Bool {
        for argument in call.message.body {
            guard let details = try? OrderedVariantDictionary(dbusValue: argument) else { continue }
            if let wish = try? details.errorInfo { return wish }
        }
        return call.sender.flatMap { self[$0] }?.wantsErrorInfo ?? false
    }
}
