import Foundation

/// A television provider in a requestor's configuration. Mirrors `MVPD` of the iOS/tvOS API.
public final class MVPD: NSObject, Sendable {
    /// The identifier for `setSelectedProvider`.
    public let id: String!
    /// The name to show.
    public let displayName: String!
    /// The address of the logo.
    public let logoURL: String!
    /// Whether the platform's single sign-on is on for this provider.
    public let enablePlatformServices: Bool
    /// `SUPPORTED`, `PICKER`, or nil for a provider outside the platform's single sign-on.
    public let boardingStatus: String!

    /// A provider about which nothing is known, for an app's own tests.
    public override init() {
        id = nil
        displayName = nil
        logoURL = nil
        enablePlatformServices = false
        boardingStatus = nil
        super.init()
    }

    init(_ provider: ProviderConfiguration) {
        id = provider.id
        displayName = provider.displayName
        logoURL = provider.logoURL
        enablePlatformServices = provider.enablesPlatformServices
        boardingStatus = provider.boardingStatus
        super.init()
    }

    /// Two are equal when their identifiers are.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MVPD else { return false }
        return other.id == id
    }

    /// Follows equality.
    public override var hash: Int { id.hashValue }

    /// Name and identifier.
    public override var description: String { "\(displayName ?? "") (\(id ?? ""))" }
}
