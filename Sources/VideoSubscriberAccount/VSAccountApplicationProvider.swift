import Foundation

/// A row that the app adds to the system's list of providers. Mirrors `VSAccountApplicationProvider` of
/// VideoSubscriberAccount.
open class VSAccountApplicationProvider: NSObject {
    private let name: String
    private let providerIdentifier: String

    /// The name shown to the user.
    open var localizedDisplayName: String { name }
    /// The identifier that is returned as ``VSErrorInfoKeyUnsupportedProviderIdentifier`` if the user selects the row.
    open var identifier: String { providerIdentifier }

    /// Creates a row with a name and an identifier.
    public init(localizedDisplayName: String, identifier: String) {
        name = localizedDisplayName
        providerIdentifier = identifier
        super.init()
    }
}
