import DBus
import DeviceInterfaces
import TVWorld

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
