import TVWorld

/// Sets the SAML metadata that a provider is trusted by: `PUT /admin/v1/providers/{id}/metadata`.
public struct TrustProvider: EntitlementEvent {
    /// Nothing.
    public typealias Answer = Void

    public static let journalEvent = JournalEvent.providerTrusted

    /// The provider's platform identifier.
    public var provider: String
    /// Its entity descriptor, which was read before.
    public var xml: String

    /// Metadata of a provider.
    public init(provider: String, xml: String) {
        self.provider = provider
        self.xml = xml
    }

    public var journalDetails: [String: String] { ["provider": provider] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard state.world.provider(id: provider) != nil else { throw .notFound("Provider \(quoted(provider)) is unknown.") }
        guard state.providerMetadata[provider] != xml else { return Decision(()) }
        return Decision((), changes: [.saveProviderMetadata(provider: provider, xml: xml)])
    }
}
