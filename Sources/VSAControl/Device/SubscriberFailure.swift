import DBus

/// An error that the device answers an app with: the wire form of Apple's `VSError`.
struct SubscriberFailure: Error, Sendable, Equatable {
    /// Its name: `AccessNotGranted`.
    var name: String
    /// Its code in Apple's `VSError`; nil for the two that Apple does not have.
    var code: Int64?
    /// The text.
    var message: String
    /// What is known beside it.
    var info: JSON

    /// Apple's codes, 0 to 7, in their order.
    static let names = [
        "AccessNotGranted", "UnsupportedProvider", "UserCancelled", "ServiceTemporarilyUnavailable", "ProviderRejected",
        "InvalidVerificationToken", "Rejected", "Unsupported",
    ]

    init(name: String, message: String, info: JSON = .object([])) {
        self.name = name
        code = Self.names.firstIndex(of: name).map(Int64.init)
        self.message = message
        self.info = info
    }

    /// What to do about it; nil where the app just has to live with it.
    var advice: String? {
        switch name {
        case "NotPermitted":
            """
            The system knows this program as an app of its own (Flatpak, or a systemd unit named after one), and vsad believes that.
            Act as that app, or start the program outside: systemd-run --user --unit=shell --pty bash
            """
        case "AlreadyRegistered": "A connection can say once who it is: start the program again."
        default: nil
        }
    }

    var json: JSON {
        .members([
            "name": .string(name), "code": code.map(JSON.integer) ?? .null, "message": .string(message), "info": info,
        ])
    }

    /// Nil when the error is none of the device's.
    init?(_ error: RemoteError) {
        let prefix = Wire.Error.subscriberPrefix
        guard error.name.string.hasPrefix(prefix) else { return nil }
        let info = error.body.lazy.compactMap { try? Details(dbusValue: $0) }.first
        self.init(name: String(error.name.string.dropFirst(prefix.count)), message: error.message, info: JSON(info ?? [:]))
    }
}
