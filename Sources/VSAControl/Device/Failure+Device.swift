import DBus
import DeviceInterfaces
import TVWorld

extension Failure {
    /// Returns the failure for a bus that cannot be reached.
    static func unreachableBus(_ error: ConnectionError, address: String?) -> Failure {
        Failure(
            .unreachable, "cannot connect to \(address.map { "the bus at \($0)" } ?? "the session bus"): \(error)",
            advice: "Start a private one with: vsactl run -- COMMAND\nor set DBUS_SESSION_BUS_ADDRESS or --address.")
    }

    /// Returns the failure for an error of a call to the device.
    static func device(_ error: any Error) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let error as RemoteError: remote(error)
        case ConnectionError.timedOut: Failure(.timedOut, "the device (vsad) did not answer in time")
        case let error as ConnectionError:
            Failure(.unreachable, "the connection to the device's bus was lost: \(error)", advice: deviceAdvice)
        case let error as BusConversionError: Failure(.failed, "the device's answer cannot be read: \(error)")
        default: Failure(.failed, "\(error)")
        }
    }

    private static func remote(_ error: RemoteError) -> Failure {
        let name = error.name.string
        return switch error.name {
        case ControlInterface.Failure.notFound: Failure(.notFound, error.message)
        case .invalidArguments:
            // The key, then what is accepted.
            Failure(
                .invalidData, error.message.replacing(#/^application([_-]id)?: /#, with: "the app's identifier "),
                field: String(error.message.prefix { $0 != ":" }))
        case .unknownMethod:
            Failure(
                .failed, "the device (vsad) on this bus has another version: \(error.message)",
                advice: "Restart it in the version of this vsactl.")
        case .accessDenied: Failure(.failed, "the device rejects the call: \(error.message)")
        // The name has no owner, and the bus could not start one.
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
            _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
            Failure(.unreachable, "the device (vsad) is not reachable: \(error.message)", advice: deviceAdvice)
        // The activated program did not own the name in time.
        case "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.Timeout":
            notStarted(error.message)
        default: Failure(.failed, "\(error.message) (\(name))")
        }
    }

    /// Returns the failure for a device that the bus could not start.
    static func notStarted(_ reason: String) -> Failure {
        Failure(
            .unreachable, "the device (vsad) did not start in time: \(reason)",
            advice: "To see why, run vsad in a terminal, or: journalctl --user --unit vsad")
    }

    private static let deviceAdvice = """
        Start everything in a private session with: vsactl run -- COMMAND
        or install vsad's D-Bus activation file.
        """

    /// Checks a value that was read back after a write.
    static func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
        guard condition else { throw Failure(.failed, "the change did not take effect: \(message())") }
    }
}

/// An error that the device returns to an app: the D-Bus form of Apple's `VSError`.
struct SubscriberFailure: Error, Sendable, Equatable, JSONConvertible {
    /// The name: `AccessNotGranted`.
    var name: String
    var message: String
    var info = JSON.object([])

    private typealias Names = SubscriberAccountInterface.Failure

    /// The code of Apple's `VSError`; nil for the two errors that Apple does not have.
    var code: Int64? { VSErrorCode(name: name).map { Int64($0.rawValue) } }

    /// Advice; nil if nothing can be done.
    var advice: String? {
        switch name {
        case Names.notPermitted.lastPart:
            """
            The system knows this program as an app of its own (Flatpak, or a systemd unit named after one), and vsad believes that.
            Act as that app, or start the program outside: systemd-run --user --unit=shell --pty bash
            """
        case Names.alreadyRegistered.lastPart: "A connection can register only once: restart the program."
        default: nil
        }
    }

    /// The text for standard error.
    var text: String {
        var lines = ["vsactl: \(name)\(code.map { " (VSError \($0))" } ?? ""): \(message)"]
        if case .object(let members) = info {
            lines += members.map { "  \($0.key): \(EventExpectation.plain($0.value))" }
        }
        lines += (advice ?? "").split(separator: "\n").map { "  " + $0 }
        return lines.joined(separator: "\n")
    }

    var json: JSON {
        .members(["name": name, "code": code, "message": message, "info": info])
    }
}

extension SubscriberFailure {
    /// Creates a failure; nil if the error is not one of the device's.
    init?(_ error: RemoteError) {
        guard error.name.string.hasPrefix(SubscriberAccountInterface.errorPrefix) else { return nil }
        let info = error.body.lazy.compactMap { try? VariantDictionary(dbusValue: $0) }.first
        self.init(name: error.name.lastPart, message: error.message, info: JSON(info ?? [:]).normalized)
    }
}

extension ErrorName {
    /// The name without the interface's prefix: `AccessNotGranted`.
    var lastPart: String { String(string.dropFirst(SubscriberAccountInterface.errorPrefix.count)) }
}
