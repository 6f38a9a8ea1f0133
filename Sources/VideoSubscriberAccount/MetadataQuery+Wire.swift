import DBus
import DeviceInterfaces

private typealias Key = SubscriberAccountInterface.Key

extension MetadataQuery {
    /// The request of `QueryMetadata` and `RequestMetadata`; default values are omitted.
    var details: VariantDictionary {
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
        write(Key.channelIdentifier, channelIdentifier)
        write(Key.supportedAccountProviderIdentifiers, list: supportedProviders)
        write(Key.featuredAccountProviderIdentifiers, list: featuredProviders)
        write(Key.verificationToken, verificationToken)
        write(Key.includeAccountProviderIdentifier, flag: includesProvider)
        write(Key.includeAuthenticationExpirationDate, flag: includesExpirationDate)
        // Without interruption the device rejects a title, and the app receives that error.
        write(Key.localizedVideoTitle, videoTitle)
        write(Key.forceAuthentication, flag: forcesAuthentication)
        write(Key.attributeNames, list: attributeNames)
        details[Key.supportedAuthenticationSchemes] = BusVariant(schemes)
        write(Key.accountProviderAuthenticationToken, authenticationToken)
        if !applicationProviders.isEmpty {
            details[Key.applicationAccountProviders] = BusVariant(
                applicationProviders.map { BusStructure($0.identifier, $0.name) })
        }
        // Any delegate may veto: Swift cannot tell whether it implements the method, and the default allows every provider.
        write(Key.confirmProvider, flag: mayInterrupt)
        write(Key.parentWindow, parentWindow)
        return details
    }
}
