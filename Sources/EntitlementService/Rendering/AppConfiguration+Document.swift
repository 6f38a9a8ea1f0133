import EntitlementCore
import TVWorld

extension AppConfiguration {
    /// The configuration document: REST v2's published form with the single sign-on fields.
    var document: AnswerDocument {
        let known: JSON = [
            "id": .string(requestor.id), "name": .string(requestor.name), "domains": .array(requestor.domains.map(Self.domain)),
            // The simulator's own field: according to the public documentation, Adobe enables this; how the library learns of it
            // is not documented.
            "deviceIdMetadata": .bool(requestor.tellsDeviceID), "mvpds": .array(entries.map(\.json)),
        ]
        return AnswerDocument(
            "config",
            items: ["requestor.domains": "domain", "requestor.mvpds": "mvpd", "mvpd.requiredMetadataFields": "field"],
            [
                "device": .string(platform == .tvos ? "AppleTV" : platform == .ios ? "iPhone" : "unknown"),
                "clientType": .string(platform == nil ? "unknown" : "ios"), "os": .string(platform?.deviceType ?? "Unknown"),
                "time": .integer(time), "requestor": known,
            ])
    }

    private static func domain(_ name: String) -> JSON { ["name": .string(name), "mvpdInitiated": false] }
}

extension AppConfiguration.Entry {
    /// The provider. `requiresSVC`, `degradation` and `isPromotional` are the simulator's own fields; the public documentation
    /// has none for them.
    fileprivate var json: JSON {
        var members: [JSON.Member] = [
            .init("id", .string(provider.mvpd)), .init("displayName", .string(provider.name)),
            .init("logoUrl", .string(provider.logoURL)), .init("isTempPass", .bool(provider.isTemporaryPass)),
            .init("isProxy", .bool(provider.proxy != nil)), .init("authPerAggregator", .bool(provider.authenticatesPerRequestor)),
            .init("passiveAuthnEnabled", .bool(provider.authenticatesPassively)), .init("authPerBrowserSession", false),
            .init("requiresSVC", .bool(provider.requiresSystemBrowser)),
        ]
        if let boarding = provider.boarding.configurationText {
            members += [
                .init("enablePlatformServices", .bool(isSingleSignOnEnabled)), .init("boardingStatus", .string(boarding)),
                .init("displayInPlatformPicker", .bool(provider.isInLineUp)), .init("platformMappingId", .string(provider.id)),
                .init("requiredMetadataFields", .strings(provider.attributes)),
            ]
        }
        if temporaryPass == .promotional { members.append(.init("isPromotional", true)) }
        if let degradation { members.append(.init("degradation", .string(degradation.rawValue))) }
        return .object(members)
    }
}
