import TVWorld

extension Change {
    /// The operations of the change on records, in order.
    public var operations: [RecordOperation] {
        switch self {
        case .saveStatement(let statement): [.put(statement)]
        case .saveClient(let client): [.put(client)]
        case .savePendingRequest(let request): [.put(request)]
        case .saveAuthentication(let record):
            // Removed first: a new sign-in is the newest of the list, regardless of the position of the device's previous one.
            [.remove(AuthenticationRecord.self, key: record.key.values), .put(record)]
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
        case .saveDegradationRule(let rule): [.put(rule)]
        case .removeDegradationRule(let id): [.remove(DegradationRule.self, key: [id])]
        case .saveTemporaryPassUse(let use): [.put(use)]
        case .saveTemporaryPassClaim(let claim): [.put(claim)]
        case .removeTemporaryPassUse(let key): [.remove(TemporaryPassUse.self, key: key.values)]
        case .removeTemporaryPassUses(let requestor, let mvpd):
            [
                .remove(TemporaryPassUse.self, key: [requestor, mvpd]), .remove(TemporaryPassClaim.self, key: [requestor, mvpd]),
            ]
        case .saveProviderMetadata(let provider, let xml): [.put(ProviderMetadata(id: provider, xml: xml))]
        case .saveClock(let clock): [.put(clock)]
        case .loadScenario(let loaded): Change.returnToBaseline.operations + [.put(loaded)]
        case .returnToBaseline: StoredRecords.all.filter { !$0.survivesReset }.map { .removeAll($0) }
        case .noteDenial: []
        }
    }
}
