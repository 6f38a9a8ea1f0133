/// The events in the journals of the device and of the service: a closed list. The raw value is the name in journals, scenarios
/// and on command lines; ``EventName`` lists the details of an entry.
public enum JournalEvent: String, Sendable, Hashable, CaseIterable {
    // The device.

    /// An app registered its identity.
    case appRegistered = "app.registered"
    /// An app queried its permission.
    case accessChecked = "access.checked"
    /// An app's permission changed.
    case accessChanged = "access.changed"
    /// An app requested metadata.
    case metadataQueried = "metadata.queried"
    /// A user signed in.
    case accountSignedIn = "account.signed-in"
    /// A provider that the platform cannot sign in to was selected and stored.
    case accountRemembered = "account.remembered"
    /// The account was removed.
    case accountSignedOut = "account.signed-out"
    /// The authentication was expired early.
    case accountExpired = "account.expired"
    /// A provider renewed the authentication without a prompt.
    case accountRenewed = "account.renewed"
    /// The device's region changed.
    case regionChanged = "region.changed"
    /// A service's metadata was accepted.
    case serviceTrusted = "service.trusted"
    /// A provider's signing key was generated.
    case keyCreated = "key.created"
    /// The device was reset to its baseline.
    case deviceReset = "device.reset"
    /// A request that may interrupt the user was created.
    case requestOpened = "request.opened"
    /// The request completed.
    case requestCompleted = "request.completed"
    /// The request failed, or was cancelled.
    case requestFailed = "request.failed"
    /// The request's caller left the bus.
    case requestAbandoned = "request.abandoned"
    /// A prompt was opened.
    case promptOpened = "prompt.opened"
    /// The prompt was answered.
    case promptAnswered = "prompt.answered"
    /// The prompt ended without an answer; the reason is a detail.
    case promptEnded = "prompt.ended"
    /// The app decided whether the selected provider is allowed.
    case providerConfirmed = "provider.confirmed"
    /// An agent registered to answer prompts.
    case agentRegistered = "agent.registered"
    /// An agent was unregistered; the reason is a detail.
    case agentUnregistered = "agent.unregistered"
    /// An agent failed to answer.
    case agentFailed = "agent.failed"
    /// The answer of an agent, or a queued answer, does not fit the prompt; the next one is asked.
    case agentNonsense = "agent.nonsense"
    /// A developer setting changed.
    case developerSettingChanged = "developer.setting-changed"
    /// A developer provider was added, edited or removed.
    case developerProviderChanged = "developer.provider-changed"
    /// An app changed its user account.
    case userAccountUpdated = "user-account.updated"
    /// An app stored or removed its automatic-sign-in token, or the user decided about it.
    case autoSignInChanged = "auto-sign-in.changed"
    /// Entries of the journal were lost in a flood of calls.
    case entriesLost = "journal.entries-lost"

    // Both.

    /// A scenario became the device's baseline.
    case scenarioLoaded = "scenario.loaded"
    /// The scenario was rolled back.
    /// The device's state was restored from a snapshot.
    case snapshotLoaded = "snapshot.loaded"
    /// A fault was added.
    case faultAdded = "fault.added"
    /// A fault was removed.
    case faultRemoved = "fault.removed"
    /// Calls that a fault held were released.
    case faultReleased = "fault.released"
    /// A fault affected a call.
    case faultStruck = "fault.struck"
    /// The device's clock was set.
    case clockChanged = "clock.changed"

    // The service, with the calls that lead to it.

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
    /// `POST /admin/v1/identity-keys`
    case identityKeyAdded = "service.identity-key-added"
    /// `DELETE /admin/v1/identity-keys/{id}`
    case identityKeyRemoved = "service.identity-key-removed"
    /// `POST /api/v2/{serviceProvider}/sessions`
    case sessionCreated = "service.session-created"
    /// `POST /api/v2/{serviceProvider}/sessions/{code}`
    case sessionResumed = "service.session-resumed"
    /// `GET /api/v2/{serviceProvider}/sessions/{code}`
    case sessionRead = "service.session-read"
    /// `GET /api/v2/authenticate/{serviceProvider}/{code}`
    case sessionLoginStarted = "service.session-login-started"
    /// `GET /api/v2/{serviceProvider}/profiles`, and by provider or code
    case profilesRead = "service.profiles-read"
    /// `POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}`
    case resourcesAuthorized = "service.resources-authorized"
    /// `POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}`
    case resourcesPreauthorized = "service.resources-preauthorized"
    /// `GET /api/v2/{serviceProvider}/logout/{mvpd}`
    case profileLoggedOut = "service.profile-logged-out"
    /// `POST /api/v2/{serviceProvider}/sessions/sso/{partner}`
    case partnerSessionCreated = "service.partner-session-created"
    /// `POST /api/v2/{serviceProvider}/profiles/sso/{partner}`
    case partnerProfileCreated = "service.partner-profile-created"
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
}
