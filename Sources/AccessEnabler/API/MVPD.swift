import Foundation

/// A television provider in a requestor's configuration. Mirrors `MVPD` of the iOS/tvOS API.
// `@unchecked Sendable` is sound because the stored properties are constants and `Sendable`; subclasses are responsible for
// theirs.
open class MVPD: NSObject, @unchecked Sendable {
    private let provider: ProviderConfiguration?

    /// The identifier for `setSelectedProvider`.
    open var id: String! { provider?.id }
    /// The name to display.
    open var displayName: String! { provider?.displayName }
    /// The URL of the logo.
    open var logoURL: String! { provider?.logoURL }
    /// Whether the platform's single sign-on is enabled for this provider.
    open var enablePlatformServices: Bool { provider?.enablesPlatformServices ?? false }
    /// `SUPPORTED`, `PICKER`, or nil for a provider outside the platform's single sign-on.
    open var boardingStatus: String! { provider?.boardingStatus }

    /// Creates an empty provider for tests of an app, which may override the properties.
    public override init() {
        provider = nil
        super.init()
    }

    init(_ provider: ProviderConfiguration) {
        self.provider = provider
        super.init()
    }

    /// Returns whether another object is a provider with the same identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MVPD else { return false }
        return other.id == id
    }

    /// The hash value of the identifier.
    open override var hash: Int { id.hashValue }

    /// The name and the identifier.
    open override var description: String { "\(displayName ?? "") (\(id ?? ""))" }
}
