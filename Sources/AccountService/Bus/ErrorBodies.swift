import DBus
import DeviceInterfaces
import Synchronization

/// The bodies of error replies to apps: the message and, for callers that request it, the error's information. GLib and its
/// bindings read an error's message only if the body contains nothing else.
final class ErrorBodies: Sendable {
    /// The connections that requested it when they registered.
    private let askers = Mutex<Set<BusName>>([])

    /// Whether a connection requested it for all of its calls.
    subscript(sender: BusName) -> Bool {
        get { askers.withLock { $0.contains(sender) } }
        set {
            askers.withLock { askers in
                if newValue { askers.insert(sender) } else { askers.remove(sender) }
            }
        }
    }

    /// Returns handlers whose errors have the body that the caller requested.
    func shaping(_ handlers: [MemberName: MethodHandler]) -> [MemberName: MethodHandler] {
        handlers.mapValues { $0.mapErrors { self.shaped($0, for: $1) } }
    }

    private func shaped(_ error: any Error, for call: MethodInvocation) -> any Error {
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
        return call.sender.map { self[$0] } ?? false
    }
}

extension OrderedVariantDictionary {
    /// Whether the caller requests an error's information; nil if it is not specified.
    ///
    /// - Throws: `BusConversionError` if it is not a Boolean.
    var errorInfo: Bool? {
        get throws(BusConversionError) { try optional(SubscriberAccountInterface.Key.errorInfo) }
    }
}
