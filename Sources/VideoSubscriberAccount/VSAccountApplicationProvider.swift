import Foundation

/// A row that the app itself adds to the system's list of providers. Mirrors `VSAccountApplicationProvider` of
/// VideoSubscriberAccount.
open class VSAccountApplicationProvider: NSObject {
    private let name: String
    private let providerIdentifier: String

    /// The name that the user reads.
    open var localizedDisplayName: String { name }
    /// The identifier that comes back as ``VSErrorInfoKeyUnsupportedProviderIdentifier`` when the user picks the row.
    open var identifier: String { providerIdentifier }

    /// A row with a name and an identifier.
    public init(localizedDisplayName: String, identifier: String) {
        name = localizedDisplayName
        providerIdentifier = identifier
        super.init()
    }
}
