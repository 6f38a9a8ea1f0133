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

    /// The keys of `Present`'s dialog.
    enum DialogKey: String, CaseIterable {
        case kind
        case title
        case provider
    }

    /// Where the device will put the request of a connection with a token.
    ///
    /// - Throws: `InvalidNameError` when the token has characters that a path cannot have.
    static func requestPath(sender: BusName, token: String) throws(InvalidNameError) -> ObjectPath {
        let element = String(sender.string.dropFirst(sender.isUnique ? 1 : 0).map { $0 == "." ? "_" : $0 })
        return try path.appending("request").appending(element).appending(token)
    }
}
