import Foundation

/// A row that the app itself adds to the system's list of providers. Mirrors `VSAccountApplicationProvider` of
/// VideoSubscriberAccount.
public final class VSAccountApplicationProvider: NSObject, Sendable {
    /// The name that the person reads.
    public let localizedDisplayName: String
    /// The identifier that comes back as ``VSErrorInfoKeyUnsupportedProviderIdentifier`` when the person picks the row.
    public let identifier: String

    /// A row with a name and an identifier.
    public init(localizedDisplayName: String, identifier: String) {
        self.localizedDisplayName = localizedDisplayName
        self.identifier = identifier
        super.init()
    }
}
