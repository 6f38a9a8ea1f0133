import EntitlementCore
import TVWorld

extension ReadConfiguration.Answer {
    /// The configuration document: REST v2's published shape with the single sign-on fields.
    var json: JSON {
        .object([
            .init("device", .string(platform == .tvos ? "AppleTV" : platform == .ios ? "iPhone" : "unknown")),
            .init("clientType", .string(platform == nil ? "unknown" : "ios")),
            .init("os", .string(platform?.deviceType ?? "Unknown")),
            .init("time", .integer(time)),
            .init(
                "requestor",
                .object([
                    .init("id", .string(requestor.id)), .init("name", .string(requestor.name)),
                    .init("domains", .array(requestor.domains.map(Self.domain))),
                    // The simulator's own: the public documents say that Adobe enables it, not how the library learns of it.
                    .init("deviceIdMetadata", .bool(requestor.tellsDeviceID)),
                    .init("mvpds", .array(entries.map(\.json))),
                ])),
        ])
    }

    private static func domain(_ name: String) -> JSON {
        .object([.init("name", .string(name)), .init("mvpdInitiated", false)])
    }
}

extension ReadConfiguration.Entry {
    /// One provider. `requiresSVC` and `degradation` are the simulator's own; the public documents name no field for them.
    fileprivate var json: JSON {
        var members: [JSON.Member] = [
            .init("id", .string(provider.mvpd)), .init("displayName", .string(provider.name)),
            .init("logoUrl", .string(provider.logoURL)), .init("isTempPass", .bool(provider.isTemporaryPass)),
            .init("isProxy", false), .init("authPerAggregator", .bool(provider.authenticatesPerRequestor)),
            .init("passiveAuthnEnabled", false), .init("authPerBrowserSession", false),
            .init("requiresSVC", .bool(provider.requiresSystemBrowser)),
        ]
        if let boarding = provider.boarding.configurationText {
            members += [
                .init("enablePlatformServices", .bool(isSingleSignOnEnabled)), .init("boardingStatus", .string(boarding)),
                .init("displayInPlatformPicker", .bool(provider.isInLineUp)),
                .init("platformMappingId", .string(provider.id)),
                .init("requiredMetadataFields", .strings(provider.attributes)),
            ]
        }
        if integration.degradation != .none {
            members.append(.init("degradation", .string(integration.degradation.rawValue)))
        }
        return .object(members)
    }
}
