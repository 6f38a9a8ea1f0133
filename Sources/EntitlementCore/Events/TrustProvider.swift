import TVWorld

/// Sets the SAML metadata of a trusted provider: `PUT /admin/v1/providers/{id}/metadata`.
public struct TrustProvider: EntitlementEvent {
    public static let journalEvent = JournalEvent.providerTrusted

    /// The provider's platform identifier.
    public var provider: String
    /// The parsed entity descriptor.
    public var xml: String

    /// Creates the event for a provider's metadata.
    public init(provider: String, xml: String) {
        self.provider = provider
        self.xml = xml
    }

    public var journalDetails: [String: String] { ["provider": provider] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        guard state.world.provider(id: provider) != nil else { throw .notFound("Provider \(quoted(provider)) is unknown.") }
        guard state.providerMetadata[provider] != xml else { return Decision(()) }
        return Decision((), changes: [.save(ProviderMetadata(id: provider, xml: xml))])
    }
}
