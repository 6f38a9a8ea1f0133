/// What the service tells. The names are those of EntitlementCore's `JournalEvent`; every entry has an `outcome`.
extension EventName {
    private static let call = ["requestor", "deviceId", "visitorId"]
    private static let code = ["requestor", "code"]

    private static func event(_ name: String, _ details: [String], _ meaning: String) -> EventName {
        EventName(name, [.service], details, meaning)
    }

    static let service: [EventName] = apps + codes + web + administration

    private static let apps: [EventName] = [
        event("service.client-registered", ["statement"], "An app registered with its software statement."),
        event("service.access-token-issued", ["client"], "An app got an access token."),
        event("service.configuration-read", ["requestor", "visitorId"], "An app read its requestor's configuration."),
        event("service.profile-requested", call + ["mvpd"], "An app asked for the request to a provider (silent sign-on)."),
        event(
            "service.token-exchanged", call + ["mvpd", "sharedRequestor", "reason"],
            "A provider's answer became an authentication."),
        event("service.authentication-read", call + ["code"], "An app asked whether somebody is logged in."),
        event("service.temporary-pass-started", call + ["mvpd", "domain", "code"], "A temporary pass began."),
        event(
            "service.temporary-pass-reset", ["requestor", "mvpd", "target", "deviceId", "key"], "Temporary passes were reset."),
        event("service.authorized", call + ["resource"], "An authorization was decided."),
        event("service.authorization-read", call + ["resource"], "An app read an authorization."),
        event("service.media-token-issued", call + ["resource"], "An app got a media token."),
        event("service.media-token-used", ["requestor", "resource", "token"], "A media token was verified."),
        event("service.preauthorized", call + ["resource", "code"], "A preauthorization was decided."),
        event("service.user-metadata-read", call, "An app read the user's metadata."),
        event("service.logged-out", call, "An app logged out."),
    ]

    private static let codes: [EventName] = [
        event("service.registration-code-created", call + ["mvpd"], "A code for a second screen was made."),
        event("service.registration-code-read", code, "A code was looked up."),
        event("service.registration-code-released", code, "A code was given back."),
        event("service.registration-code-entered", ["code"], "A code was entered on a second screen."),
    ]

    private static let web: [EventName] = [
        event("service.saml-message", ["message", "mvpd", "binding"], "A SAML message went out or came in; outcome says which."),
        event("service.login-started", code + ["mvpd"], "A login in a browser began."),
        event("service.login-completed", ["request", "reason"], "A provider's answer to it came."),
        event("service.logout-started", ["requestor", "mvpd", "deviceId"], "A logout in a browser began."),
        event("service.logout-completed", ["request"], "A provider's answer to it came."),
        event("provider.logged-in", ["provider", "username", "home"], "Somebody logged in at a provider's page."),
        event("provider.logged-out", ["provider", "user"], "Somebody logged out at a provider."),
    ]

    private static let administration: [EventName] = [
        event(
            "service.degradation-rules-added", ["requestor", "mvpd", "kind", "resources", "platform"],
            "Degradation rules were added."),
        event("service.degradation-rule-removed", ["rule"], "A degradation rule was removed."),
        event("service.statement-issued", ["statement", "requestor"], "A software statement was issued."),
        event("service.statement-revoked", ["statement"], "A software statement was revoked."),
        EventName(
            "service.integration-changed", [.service], ["requestor", "mvpd", "enabled", "degraded"], isOpen: true,
            "An integration changed."),
        event("service.provider-trusted", ["provider"], "A provider's metadata was accepted."),
        event("service.requestor-changed", ["requestor"], "A requestor's settings changed."),
        event("service.custom-schemes-changed", ["requestor", "removed"], "A requestor's URL schemes changed."),
        event("service.certificate-added", ["requestor", "certificate", "subject"], "A requestor's certificate was added."),
        event("service.certificate-changed", ["requestor", "certificate"], "A requestor's certificate changed."),
        event("service.certificate-removed", ["requestor", "certificate"], "A requestor's certificate was removed."),
        event("service.session-revoked", ["requestor", "deviceId", "session"], "A session was ended by the administrator."),
        event("service.reset", [], "The service went back to its baseline."),
    ]
}
