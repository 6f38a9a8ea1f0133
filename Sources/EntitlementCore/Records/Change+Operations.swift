import TVWorld

extension Change {
    /// The operations of the change on records, in order.
    public var operations: [RecordOperation] {
        switch self {
        case .saveStatement(let statement): [.put(statement)]
        case .saveClient(let client): [.put(client)]
        case .savePendingRequest(let request): [.put(request)]
        case .saveAuthentication(let record):
            // Remove first: a new sign-in is the newest of the list, regardless of the position of the device's previous one.
            [.remove(AuthenticationRecord.self, key: record.deviceKey.values), .put(record)]
        case .removeAuthentication(let key): [.remove(AuthenticationRecord.self, key: key.values)]
        case .saveAuthorization(let record): [.put(record)]
        case .removeAuthorizations(let key): [.remove(AuthorizationRecord.self, key: key.values)]
        case .saveRegistrationCode(let record): [.put(record)]
        case .removeRegistrationCode(let code): [.remove(RegistrationCode.self, key: code.values)]
        case .saveLoginSession(let session): [.put(session)]
        case .removeLoginSession(let id): [.remove(LoginSession.self, key: [id])]
        case .saveIntegration(let integration): [.put(integration)]
        case .saveMediaTokenUse(let use): [.put(use)]
        case .saveRequestorSettings(let settings): [.put(settings)]
        case .saveCertificate(let certificate): [.put(certificate)]
        case .removeCertificate(let key): [.remove(RequestorCertificate.self, key: [key])]
        case .saveIdentityKey(let key): [.put(key)]
        case .removeIdentityKey(let id): [.remove(IdentityKey.self, key: [id])]
        case .saveDegradationRule(let rule): [.put(rule)]
        case .removeDegradationRule(let id): [.remove(DegradationRule.self, key: [id])]
        case .saveStartedTemporaryPass(let pass): [.put(pass)]
        case .saveTemporaryPassAssignment(let assignment): [.put(assignment)]
        case .removeStartedTemporaryPass(let key): [.remove(StartedTemporaryPass.self, key: key.values)]
        case .removeStartedTemporaryPasses(let requestor, let mvpd):
            [
                .remove(StartedTemporaryPass.self, key: [requestor, mvpd]),
                .remove(TemporaryPassAssignment.self, key: [requestor, mvpd]),
            ]
        case .saveProfile(let record):
            // Remove first: a new sign-in is the newest of the list.
            [.remove(ProfileRecord.self, key: record.recordKey.values), .put(record)]
                + (record.isInvalidated ? [] : record.identities).map {
                    .put(
                        SharedSignIn(identity: $0, profile: record.recordKey, expiresAt: record.authentication.expiresAt))
                }
        case .removeProfile(let key): [.remove(ProfileRecord.self, key: key.values)]
        case .saveProfileAuthorization(let authorization): [.put(authorization)]
        case .removeProfileAuthorizations(let key): [.remove(ProfileAuthorization.self, key: key.values)]
        case .saveOpenSession(let session): [.put(session)]
        case .savePendingLogout(let logout): [.put(logout)]
        case .removePendingLogout(let id): [.remove(PendingLogout.self, key: [id])]
        case .saveProviderMetadata(let provider, let xml): [.put(ProviderMetadata(id: provider, xml: xml))]
        case .saveClock(let clock): [.put(clock)]
        case .loadScenario(let loaded): Change.returnToBaseline.operations + [.put(loaded)]
        case .returnToBaseline: StoredRecords.all.filter { !$0.survivesReset }.map { .removeAll($0) }
        case .noteDenial: []
        }
    }
}
