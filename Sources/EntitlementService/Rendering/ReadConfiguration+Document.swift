import EntitlementCore
import TVWorld

extension ReadConfiguration.Answer {
    /// The configuration document: REST v2's published form with the single sign-on fields.
    var document: AnswerDocument {
        AnswerDocument(
            "config",
            [
                .init("device", .text(platform == .tvos ? "AppleTV" : platform == .ios ? "iPhone" : "unknown")),
                .init("clientType", .text(platform == nil ? "unknown" : "ios")),
                .init("os", .text(platform?.deviceType ?? "Unknown")),
                .init("time", .integer(time)),
                .init(
                    "requestor",
                    .fields([
                        .init("id", .text(requestor.id)), .init("name", .text(requestor.name)),
                        .init("domains", .list(item: "domain", requestor.domains.map(Self.domain))),
                        // The simulator's own field: according to the public documentation, Adobe enables this; how the library
                        // learns of it is not documented.
                        .init("deviceIdMetadata", .flag(requestor.tellsDeviceID)),
                        .init("mvpds", .list(item: "mvpd", entries.map(\.value))),
                    ])),
            ])
    }

    private static func domain(_ name: String) -> AnswerDocument.Value {
        .fields([.init("name", .text(name)), .init("mvpdInitiated", .flag(false))])
    }
}

extension ReadConfiguration.Entry {
    /// The provider. `requiresSVC`, `degradation` and `isPromotional` are the simulator's own fields; the public documentation
    /// has none for them.
    fileprivate var value: AnswerDocument.Value {
        var fields: [AnswerDocument.Field] = [
            .init("id", .text(provider.mvpd)), .init("displayName", .text(provider.name)),
            .init("logoUrl", .text(provider.logoURL)), .init("isTempPass", .flag(provider.isTemporaryPass)),
            .init("isProxy", .flag(provider.proxy != nil)), .init("authPerAggregator", .flag(provider.authenticatesPerRequestor)),
            .init("passiveAuthnEnabled", .flag(provider.authenticatesPassively)), .init("authPerBrowserSession", .flag(false)),
            .init("requiresSVC", .flag(provider.requiresSystemBrowser)),
        ]
        if let boarding = provider.boarding.configurationText {
            fields += [
                .init("enablePlatformServices", .flag(isSingleSignOnEnabled)), .init("boardingStatus", .text(boarding)),
                .init("displayInPlatformPicker", .flag(provider.isInLineUp)),
                .init("platformMappingId", .text(provider.id)),
                .init("requiredMetadataFields", .texts(item: "field", provider.attributes)),
            ]
        }
        if temporaryPass == .promotional { fields.append(.init("isPromotional", .flag(true))) }
        if let degradation { fields.append(.init("degradation", .text(degradation.rawValue))) }
        return .fields(fields)
    }
}
