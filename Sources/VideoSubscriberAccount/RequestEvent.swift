import DBus
import DeviceInterfaces

/// An event of a request, as reported by the device.
enum RequestEvent: Sendable {
    case present(VSSystemDialog)
    case dismiss
    case providerSelected(String)
    case completed(VariantDictionary)
    case failed(RemoteError)
    /// The process that handled the request has left the bus.
    case deviceGone

    /// Creates the event from a signal; nil if this version does not know the signal.
    ///
    /// - Parameter owner: The device's process.
    /// - Throws: `BusConversionError` if the arguments have the wrong types.
    init?(_ signal: BusMessage, owner: BusName?) throws(BusConversionError) {
        if signal.sender == .bus {
            let change = try NameOwnerChange(signal)
            guard change.oldOwner == owner, change.newOwner != owner else { return nil }
            self = .deviceGone
            return
        }
        switch signal.member {
        case RequestInterface.Member.present:
            self = .present(try VSSystemDialog(details: try signal.decode(as: VariantDictionary.self)))
        case RequestInterface.Member.dismiss: self = .dismiss
        case RequestInterface.Member.providerSelected: self = .providerSelected(try signal.decode(as: String.self))
        case RequestInterface.Member.completed: self = .completed(try signal.decode(as: VariantDictionary.self))
        case RequestInterface.Member.failed: self = .failed(try Self.error(in: signal))
        default: return nil
        }
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
}
