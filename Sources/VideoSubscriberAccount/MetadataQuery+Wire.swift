import DBus

extension MetadataQuery {
    /// The request of `QueryMetadata` and `RequestMetadata`; default values are omitted.
    var details: Details {
        var details = Details()
        func write(_ key: WireNames.RequestKey, _ value: (some ValueConvertible)?) {
            if let value { details.write(key, value) }
        }
        func write(_ key: WireNames.RequestKey, list: [String]) {
            if !list.isEmpty { details.write(key, list) }
        }
        func write(_ key: WireNames.RequestKey, flag: Bool) {
            if flag { details.write(key, true) }
        }
        write(.channelIdentifier, channelIdentifier)
        write(.supportedProviders, list: supportedProviders)
        write(.featuredProviders, list: featuredProviders)
        write(.verificationToken, verificationToken)
        write(.includesProvider, flag: includesProvider)
        write(.includesExpirationDate, flag: includesExpirationDate)
        // Without interruption the device rejects a title, and the app receives that error.
        write(.videoTitle, videoTitle)
        write(.forcesAuthentication, flag: forcesAuthentication)
        write(.attributeNames, list: attributeNames)
        details.write(WireNames.RequestKey.schemes, schemes)
        write(.authenticationToken, authenticationToken)
        if !applicationProviders.isEmpty {
            details.write(
                WireNames.RequestKey.applicationProviders, applicationProviders.map { Structure($0.identifier, $0.name) })
        }
        // Any delegate may veto: Swift cannot tell whether it implements the method, and the default allows every provider.
        write(.confirmsProvider, flag: mayInterrupt)
        write(.parentWindow, parentWindow)
        return details
    }
}
