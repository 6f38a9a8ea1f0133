import Foundation

/// A television provider in a requestor's configuration. Mirrors `MVPD` of the iOS/tvOS API.
// `@unchecked Sendable` holds because the stored properties are constants and `Sendable`; a subclass answers for its own.
open class MVPD: NSObject, @unchecked Sendable {
    private let provider: ProviderConfiguration?

    /// The identifier for `setSelectedProvider`.
    open var id: String! { provider?.id }
    /// The name to show.
    open var displayName: String! { provider?.displayName }
    /// The address of the logo.
    open var logoURL: String! { provider?.logoURL }
    /// Whether the platform's single sign-on is on for this provider.
    open var enablePlatformServices: Bool { provider?.enablesPlatformServices ?? false }
    /// `SUPPORTED`, `PICKER`, or nil for a provider outside the platform's single sign-on.
    open var boardingStatus: String! { provider?.boardingStatus }

    /// A provider about which nothing is known, for an app's own tests, which may override what it answers.
    public override init() {
        provider = nil
        super.init()
    }

    init(_ provider: ProviderConfiguration) {
        self.provider = provider
        super.init()
    }

    /// Two are equal when their identifiers are.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MVPD else { return false }
        return other.id == id
    }

    /// Follows equality.
    open override var hash: Int { id.hashValue }

    /// Name and identifier.
    open override var description: String { "\(displayName ?? "") (\(id ?? ""))" }
}
