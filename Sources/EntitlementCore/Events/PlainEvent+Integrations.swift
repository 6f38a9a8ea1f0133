import TVWorld

/// A changed integration, and its provider.
public struct ChangedIntegration: Sendable, Equatable {
    /// The integration.
    public var integration: Integration
    /// The provider.
    public var provider: Provider
}

extension EntitlementEvent where Self == PlainEvent<ChangedIntegration> {
    /// Changes an integration, or adds one: `PUT /admin/v1/integrations/{requestor}/{mvpd}`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider, by its MVPD identifier or its platform identifier.
    ///   - details: The journal's details of the change.
    ///   - change: Changes the integration. A decision may be made several times.
    public static func changeIntegration(
        of requestor: String, with mvpd: String, details: [String: String] = [:],
        _ change: @escaping @Sendable (inout Integration) -> Void
    ) -> Self {
        let details = details.merging(["requestor": requestor, "mvpd": mvpd]) { $1 }
        return Self(.integrationChanged, details) { (state, _) throws(Refusal) in
            _ = try state.knownRequestor(requestor)
            let provider = try state.knownProvider(mvpd)
            let before = state.world.integration(requestor: requestor, mvpd: provider.mvpd)
            var after = before ?? Integration(requestor: requestor, mvpd: provider.mvpd)
            change(&after)
            return Decision(
                ChangedIntegration(integration: after, provider: provider), changes: before == after ? [] : [.save(after)])
        }
    }
}
