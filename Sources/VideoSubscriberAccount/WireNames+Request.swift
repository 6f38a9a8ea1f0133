import DBus

/// The names of request objects.
extension WireNames {
    static let requestInterface: InterfaceName = "org.vsasim.SubscriberAccount1.Request"

    static let cancel: MemberName = "Cancel"
    static let confirm: MemberName = "Confirm"
    static let present: MemberName = "Present"
    static let dismiss: MemberName = "Dismiss"
    static let providerSelected: MemberName = "ProviderSelected"
    static let completed: MemberName = "Completed"
    static let failed: MemberName = "Failed"

    /// The keys of the dialog in `Present`.
    enum DialogKey: String, CaseIterable {
        case kind
        case title
        case provider
    }

    /// Returns the path at which the device will create a connection's request with a token.
    ///
    /// - Throws: `InvalidNameError` if the token has characters that are not allowed in a path.
    static func requestPath(sender: BusName, token: String) throws(InvalidNameError) -> ObjectPath {
        let element = String(sender.string.dropFirst(sender.isUnique ? 1 : 0).map { $0 == "." ? "_" : $0 })
        return try path.appending("request").appending(element).appending(token)
    }
}
