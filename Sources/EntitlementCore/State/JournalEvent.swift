/// The names of the events in the service's journal: a closed list.
public enum JournalEvent: String, Sendable, CaseIterable {
    /// `POST /o/client/register`
    case clientRegistered = "service.client-registered"
    /// `POST /o/client/token`
    case accessTokenIssued = "service.access-token-issued"
    /// `GET /api/v1/config/{requestor}`
    case configurationRead = "service.configuration-read"
    /// `GET /api/v1/{requestor}/profile-requests/{mvpd}`
    case profileRequested = "service.profile-requested"
    /// `POST /api/v1/tokens/authn`
    case tokenExchanged = "service.token-exchanged"
    /// `GET /api/v1/tokens/authn`, `GET /api/v1/checkauthn`
    case authenticationRead = "service.authentication-read"
    /// `POST /api/v1/authenticate/freepreview`
    case temporaryPassStarted = "service.temporary-pass-started"
    /// `DELETE /reset-tempass/v3/reset`, `DELETE /reset-tempass/v3/reset/generic`, `DELETE /admin/v1/temporary-passes`
    case temporaryPassReset = "service.temporary-pass-reset"
    /// `POST /admin/v1/degradation-rules`
    case degradationRulesAdded = "service.degradation-rules-added"
    /// `DELETE /admin/v1/degradation-rules/{id}`
    case degradationRuleRemoved = "service.degradation-rule-removed"
    /// `GET /api/v1/authorize`
    case authorized = "service.authorized"
    /// `GET /api/v1/tokens/authz`
    case authorizationRead = "service.authorization-read"
    /// `GET /api/v1/tokens/media`
    case mediaTokenIssued = "service.media-token-issued"
    /// `POST /admin/v1/media-tokens/verify`
    case mediaTokenUsed = "service.media-token-used"
    /// `GET /api/v1/preauthorize`
    case preauthorized = "service.preauthorized"
    /// `GET /api/v1/tokens/usermetadata`
    case userMetadataRead = "service.user-metadata-read"
    /// `DELETE /api/v1/logout`
    case loggedOut = "service.logged-out"
    /// `POST /reggie/v1/{requestor}/regcode`
    case registrationCodeCreated = "service.registration-code-created"
    /// `GET /reggie/v1/{requestor}/regcode/{code}`
    case registrationCodeRead = "service.registration-code-read"
    /// `DELETE /reggie/v1/{requestor}/regcode/{code}`
    case registrationCodeReleased = "service.registration-code-released"
    /// A SAML message that was sent or received
    case samlMessage = "service.saml-message"
    /// `GET /api/v1/authenticate`
    case loginStarted = "service.login-started"
    /// `POST /sp/saml/SAMLAssertionConsumer`
    case loginCompleted = "service.login-completed"
    /// `GET /adobe-services/logout`
    case logoutStarted = "service.logout-started"
    /// `GET /sp/saml/LogoutServiceHTTPRedirectResponse`
    case logoutCompleted = "service.logout-completed"
    /// A login at a provider's page: `POST /mvpd/{provider}/saml/sso`
    case providerLoggedIn = "provider.logged-in"
    /// A logout at a provider: `GET /mvpd/{provider}/saml/slo`
    case providerLoggedOut = "provider.logged-out"
    /// A code on the pages of `/activate`
    case registrationCodeEntered = "service.registration-code-entered"
    /// `POST /admin/v1/statements`
    case statementIssued = "service.statement-issued"
    /// `DELETE /admin/v1/statements/{id}`
    case statementRevoked = "service.statement-revoked"
    /// `PUT /admin/v1/integrations/{requestor}/{mvpd}`
    case integrationChanged = "service.integration-changed"
    /// `PUT /admin/v1/providers/{id}/metadata`
    case providerTrusted = "service.provider-trusted"
    /// `PUT /admin/v1/requestors/{requestor}`
    case requestorChanged = "service.requestor-changed"
    /// `POST /admin/v1/custom-schemes`, `DELETE /admin/v1/custom-schemes/{requestor}/{scheme}`
    case customSchemesChanged = "service.custom-schemes-changed"
    /// `POST /admin/v1/certificates`
    case certificateAdded = "service.certificate-added"
    /// `PUT /admin/v1/certificates/{requestor}/{id}`
    case certificateChanged = "service.certificate-changed"
    /// `DELETE /admin/v1/certificates/{requestor}/{id}`
    case certificateRemoved = "service.certificate-removed"
    /// `DELETE /admin/v1/sessions/{id}`
    case sessionRevoked = "service.session-revoked"
    /// `POST /admin/v1/reset`
    case reset = "service.reset"
    /// `POST /admin/v1/scenario/commit`
    case scenarioLoaded = "scenario.loaded"
    /// `POST /admin/v1/scenario/rollback`
    case scenarioRolledBack = "scenario.rolled-back"
    /// `PUT /admin/v1/snapshot`
    case snapshotLoaded = "snapshot.loaded"
    /// A fault struck a call
    case faultStruck = "fault.struck"
    /// `POST /admin/v1/faults`
    case faultAdded = "fault.added"
    /// `DELETE /admin/v1/faults`, `DELETE /admin/v1/faults/{id}`, `POST /admin/v1/reset`
    case faultRemoved = "fault.removed"
    /// `POST /admin/v1/faults/{id}/release`
    case faultReleased = "fault.released"
    /// `PUT /admin/v1/clock`, `POST /admin/v1/clock/advance`, `POST /admin/v1/reset`
    case clockChanged = "clock.changed"
}
