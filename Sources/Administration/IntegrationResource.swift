import TVWorld

/// The integration of a requestor and a provider. Inherited values and defaults are omitted.
package struct IntegrationResource: ListedResource {
    package static let path = "integrations"

    package var requestor: String
    package var mvpd: String
    /// The provider's identifier on the device.
    package var provider: String
    package var enabled: Bool
    package var sso: SingleSignOn
    package var degraded: String
    package var authnTTL: Int64?
    package var authzTTL: Int64?
    package var platformAuthnTTL: Lifetimes?
    package var platformAuthzTTL: Lifetimes?
    package var hbaTTL: Int64?
    package var preauthorizeLimit: Int?
    package var away: Bool?
    package var resources: [String: Override]?

    /// The platforms with single sign-on.
    package struct SingleSignOn: Decodable, Equatable, Sendable {
        package var ios: Bool
        package var tvos: Bool
    }

    /// Seconds by platform.
    package struct Lifetimes: Decodable, Equatable, Sendable {
        package var ios: Int64?
        package var tvos: Int64?
    }

    /// The denial of a resource.
    package struct Override: Decodable, Equatable, Sendable {
        package var deny: String
        package var message: String?
    }
}

extension IntegrationResource {
    /// Creates a resource from an integration of the world.
    package init(_ integration: Integration, provider: String) {
        func lifetimes(_ seconds: [Platform: Int64]) -> Lifetimes? {
            seconds.isEmpty ? nil : Lifetimes(ios: seconds[.ios], tvos: seconds[.tvos])
        }
        let hasOwnLimit = integration.homeBasedLifetime != Integration.defaultHomeBasedLifetime
        self.init(
            requestor: integration.requestor, mvpd: integration.mvpd, provider: provider, enabled: integration.isEnabled,
            sso: .init(ios: integration.singleSignOn.contains(.ios), tvos: integration.singleSignOn.contains(.tvos)),
            degraded: integration.degradation.rawValue, authnTTL: integration.authenticationLifetime,
            authzTTL: integration.authorizationLifetime,
            platformAuthnTTL: lifetimes(integration.platformAuthenticationLifetimes),
            platformAuthzTTL: lifetimes(integration.platformAuthorizationLifetimes),
            hbaTTL: hasOwnLimit ? integration.homeBasedLifetime : nil, preauthorizeLimit: integration.preauthorizeLimit,
            away: integration.isAwayFromHome ? true : nil,
            resources: integration.resources.isEmpty
                ? nil : integration.resources.mapValues { Override(deny: $0.denial.rawValue, message: $0.message) })
    }
}
