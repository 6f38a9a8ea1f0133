import DBus
import DeviceInterfaces

/// The copy of a request that the queue processes.
struct MetadataQuery: Sendable, Equatable {
    /// The request of `QueryMetadata` and `RequestMetadata`; default values are omitted.
    let details: VariantDictionary
    let mayInterrupt: Bool

    /// Copies the request in its current state.
    ///
    /// - Parameter parentWindow: The app's window above which dialogs are shown.
    init(_ request: VSAccountMetadataRequest, parentWindow: String? = VSApplication.parentWindow) {
        typealias Key = SubscriberAccountInterface.Key
        func list<T: BusValueConvertible>(_ values: [T]) -> [T]? { values.isEmpty ? nil : values }
        func flag(_ isOn: Bool) -> Bool? { isOn ? true : nil }
        let rows = (request.applicationAccountProviders ?? []).map { BusStructure($0.identifier, $0.localizedDisplayName) }
        mayInterrupt = request.isInterruptionAllowed
        details = VariantDictionary(filled: [
            Key.channelIdentifier: request.channelIdentifier,
            Key.supportedAccountProviderIdentifiers: list(request.supportedAccountProviderIdentifiers),
            Key.featuredAccountProviderIdentifiers: list(request.featuredAccountProviderIdentifiers),
            Key.verificationToken: request.verificationToken,
            Key.includeAccountProviderIdentifier: flag(request.includeAccountProviderIdentifier),
            Key.includeAuthenticationExpirationDate: flag(request.includeAuthenticationExpirationDate),
            // Without interruption the device rejects a title, and the app receives that error.
            Key.localizedVideoTitle: request.localizedVideoTitle,
            Key.forceAuthentication: flag(request.forceAuthentication), Key.attributeNames: list(request.attributeNames),
            Key.supportedAuthenticationSchemes: request.supportedAuthenticationSchemes.map(\.rawValue),
            Key.accountProviderAuthenticationToken: request.accountProviderAuthenticationToken,
            Key.applicationAccountProviders: list(rows),
            // Any delegate may veto: Swift cannot tell whether it implements the method, and the default allows every provider.
            Key.confirmProvider: flag(mayInterrupt), Key.parentWindow: mayInterrupt ? parentWindow : nil,
        ])
    }
}
