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
    func shaping(_ handlers: [MemberName: Handler]) -> [MemberName: Handler] { handlers.mapValues(shaping) }

    private func shaping(_ handler: Handler) -> Handler {
        switch handler {
        case .immediate(let handle):
            .immediate { call in do { return try handle(call) } catch { throw self.shaped(error, for: call) } }
        case .asynchronous(let handle):
            .asynchronous { call in do { return try await handle(call) } catch { throw self.shaped(error, for: call) } }
        case .serial(let handle):
            .serial { call in do { return try await handle(call) } catch { throw self.shaped(error, for: call) } }
        case .replying(let handle):
            .replying { call, reply in
                do { try await handle(call, reply) } catch { throw self.shaped(error, for: call) }
            }
        case .deciding(let decide):
            .deciding { call in
                do {
                    switch try decide(call) {
                    case .now(let results): return .now(results)
                    case .later(let work): return .later { try await self.shaping(work, for: call) }
                    case .inOrder(let work): return .inOrder { try await self.shaping(work, for: call) }
                    }
                } catch {
                    throw self.shaped(error, for: call)
                }
            }
        }
    }

    private func shaping<Results>(_ work: () async throws -> Results, for call: Invocation) async throws -> Results {
        do { return try await work() } catch { throw shaped(error, for: call) }
    }

    private func shaped(_ error: any Error, for call: Invocation) -> any Error {
        guard var reply = error as? ErrorReply, !reply.extra.isEmpty, !isInfoWanted(by: call) else { return error }
        reply.extra = []
        return reply
    }

    /// Returns the preference of the call, or else that of its connection.
    private func isInfoWanted(by call: Invocation) -> Bool {
        for argument in call.message.body {
            guard let details = try? OrderedDetails(dbusValue: argument) else { continue }
            if let wish = try? details.errorInfo { return wish }
        }
        return call.sender.map { self[$0] } ?? false
    }
}

extension OrderedDetails {
    /// Whether the caller wants an error's information; nil if it is not specified.
    ///
    /// - Throws: `ConversionError` if it is not a Boolean.
    var errorInfo: Bool? {
        get throws(ConversionError) { try optional(SubscriberAccountInterface.Key.errorInfo) }
    }
}
