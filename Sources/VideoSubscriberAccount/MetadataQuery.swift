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
        var details = VariantDictionary()
        func write(_ key: String, _ value: (some BusValueConvertible)?) {
            if let value { details[key] = BusVariant(value) }
        }
        func write(_ key: String, list: [String]) {
            if !list.isEmpty { details[key] = BusVariant(list) }
        }
        func write(_ key: String, flag: Bool) {
            if flag { details[key] = BusVariant(true) }
        }
        write(Key.channelIdentifier, request.channelIdentifier)
        write(Key.supportedAccountProviderIdentifiers, list: request.supportedAccountProviderIdentifiers)
        write(Key.featuredAccountProviderIdentifiers, list: request.featuredAccountProviderIdentifiers)
        write(Key.verificationToken, request.verificationToken)
        write(Key.includeAccountProviderIdentifier, flag: request.includeAccountProviderIdentifier)
        write(Key.includeAuthenticationExpirationDate, flag: request.includeAuthenticationExpirationDate)
        // Without interruption the device rejects a title, and the app receives that error.
        write(Key.localizedVideoTitle, request.localizedVideoTitle)
        write(Key.forceAuthentication, flag: request.forceAuthentication)
        write(Key.attributeNames, list: request.attributeNames)
        details[Key.supportedAuthenticationSchemes] = BusVariant(request.supportedAuthenticationSchemes.map(\.rawValue))
        write(Key.accountProviderAuthenticationToken, request.accountProviderAuthenticationToken)
        if let rows = request.applicationAccountProviders, !rows.isEmpty {
            details[Key.applicationAccountProviders] = BusVariant(
                rows.map { BusStructure($0.identifier, $0.localizedDisplayName) })
        }
        // Any delegate may veto: Swift cannot tell whether it implements the method, and the default allows every provider.
        write(Key.confirmProvider, flag: request.isInterruptionAllowed)
        if request.isInterruptionAllowed { write(Key.parentWindow, parentWindow) }
        self.details = details
        mayInterrupt = request.isInterruptionAllowed
    }
}
