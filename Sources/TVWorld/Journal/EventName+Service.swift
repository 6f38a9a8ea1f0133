/// The events of the service. Every entry has an `outcome`.
extension EventName {
    private static let anyCall = ["requestor", "deviceId", "visitorId"]
    /// Calls of REST v1 name the app's profile, and the members of its `generic_data`.
    private static let call = anyCall + ["applicationProfile", "genericData"]
    /// Calls of REST v2 name the app if its device information does.
    private static let clientCall = anyCall + ["applicationId"]
    private static let code = ["requestor", "code"]

    /// - Parameter details: The details without the node, which every entry has if several nodes share a database.
    private static func event(
        _ event: JournalEvent, _ details: [String], isOpen: Bool = false, _ meaning: String
    ) -> EventName {
        EventName(event.rawValue, [.service], details + ["node"], isOpen: isOpen, meaning)
    }

    static let service: [EventName] = apps + codes + sessions + web + administration

    private static let apps: [EventName] = [
        event(.clientRegistered, ["statement"], "An app registered with its software statement."),
        event(.accessTokenIssued, ["client"], "An app got an access token."),
        event(.configurationRead, clientCall + ["applicationProfile"], "An app read its requestor's configuration."),
        event(.profileRequested, call + ["mvpd", "reason"], "An app asked for the request to a provider (silent sign-on)."),
        event(
            .tokenExchanged, call + ["mvpd", "sharedRequestor", "reason"],
            "A provider's response was exchanged for an authentication."),
        event(.authenticationRead, call + ["code"], "An app checked whether the user is logged in."),
        event(.temporaryPassStarted, call + ["mvpd", "domain", "code"], "A temporary pass started."),
        event(
            .temporaryPassReset, ["requestor", "mvpd", "target", "deviceId", "key"], "Temporary passes were reset."),
        event(.authorized, call + ["resource"], "An authorization was decided."),
        event(.authorizationRead, call + ["resource"], "An app read an authorization."),
        event(.mediaTokenIssued, call + ["resource"], "An app got a media token."),
        event(.mediaTokenUsed, ["requestor", "resource", "token"], "A media token was verified."),
        event(.preauthorized, call + ["resource", "code"], "A preauthorization was decided."),
        event(.userMetadataRead, call, "An app read the user's metadata."),
        event(.loggedOut, call, "An app logged out."),
        event(.resourcesAuthorized, clientCall + ["mvpd", "resource"], "Authorizations of a profile were decided."),
        event(.resourcesPreauthorized, clientCall + ["mvpd", "resource"], "Preauthorizations of a profile were decided."),
        event(.profileLoggedOut, clientCall + ["mvpd"], "An app ended a profile."),
        event(
            .partnerProfileCreated, clientCall + ["partner", "provider", "reason"],
            "A response of the system account was exchanged for a profile."),
    ]

    private static let codes: [EventName] = [
        event(.registrationCodeCreated, call + ["mvpd"], "A code for a second screen was created."),
        event(.registrationCodeRead, code, "A code was looked up."),
        event(.registrationCodeReleased, code, "A code was released."),
        event(.registrationCodeEntered, ["code"], "A code was entered on a second screen."),
    ]

    private static let sessions: [EventName] = [
        event(.sessionCreated, clientCall + ["mvpd"], "An app requested an authentication session."),
        event(.sessionResumed, code + ["mvpd"], "A screen sent the missing parameters of a session."),
        event(.sessionRead, code, "A screen looked a session up."),
        event(.sessionLoginStarted, code + ["mvpd", "reason"], "A login with a session's code started in a browser."),
        event(.profilesRead, clientCall + ["mvpd", "code"], "An app read profiles."),
        event(
            .partnerSessionCreated, clientCall + ["partner", "provider", "reason"],
            "An app requested a sign-in by the system account."),
    ]

    private static let web: [EventName] = [
        event(.samlMessage, ["message", "mvpd", "binding"], "A SAML message was sent or received, according to the outcome."),
        event(.loginStarted, code + ["mvpd", "reason"], "A login in a browser started."),
        event(.loginCompleted, ["request", "requestor", "reason"], "A provider's response to a login arrived."),
        event(.logoutStarted, ["requestor", "mvpd", "deviceId"], "A logout in a browser started."),
        event(.logoutCompleted, ["request"], "A provider's response to a logout arrived."),
        event(.providerLoggedIn, ["provider", "username", "home"], "A user logged in on a provider's page."),
        event(.providerLoggedOut, ["provider", "user"], "A user logged out at a provider."),
    ]

    private static let administration: [EventName] = [
        event(
            .degradationRulesAdded, ["requestor", "mvpd", "kind", "resources", "platform"],
            "Degradation rules were added."),
        event(.degradationRuleRemoved, ["rule"], "A degradation rule was removed."),
        event(.statementIssued, ["statement", "requestor"], "A software statement was issued."),
        event(.statementRevoked, ["statement"], "A software statement was revoked."),
        event(.integrationChanged, ["requestor", "mvpd", "enabled", "degraded"], isOpen: true, "An integration changed."),
        event(.providerTrusted, ["provider"], "A provider's metadata was accepted."),
        event(.requestorChanged, ["requestor"], "A requestor's settings changed."),
        event(.customSchemesChanged, ["requestor", "removed"], "A requestor's URL schemes changed."),
        event(.certificateAdded, ["requestor", "certificate", "subject"], "A requestor's certificate was added."),
        event(.certificateChanged, ["requestor", "certificate"], "A requestor's certificate changed."),
        event(.certificateRemoved, ["requestor", "certificate"], "A requestor's certificate was removed."),
        event(.identityKeyAdded, ["requestor", "kind", "key", "issuer"], "A key for identity tokens was registered."),
        event(.identityKeyRemoved, ["key"], "A key for identity tokens was removed."),
        event(.sessionRevoked, ["requestor", "deviceId", "mvpd", "session"], "A session was revoked by the administrator."),
        event(.reset, [], "The service was reset."),
    ]
}
