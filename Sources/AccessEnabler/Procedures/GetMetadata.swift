import ServiceAccess

// `getMetadata`: expiration dates, the device's identifier, and the user metadata, which is stored with the login and requested
// again after an authorization.
extension EntitlementMachine {
    mutating func getMetadata(_ dictionary: [String: JSONValue]) {
        let arguments = MetadataArguments(dictionary)
        let session = sessionInUse
        var value: JSONValue?
        switch arguments.key {
        case METADATA_AUTHENTICATION: value = session.map { .text(String($0.expires)) }
        case METADATA_AUTHORIZATION:
            let authorization = arguments.resource.flatMap { session?.authorizations[$0] }
            value = authorization.flatMap { $0.expires > now ? .text(String($0.expires)) : nil }
        case METADATA_DEVICE_ID: value = configuration?.tellsDeviceID == true ? .text(storage.deviceID) : nil
        case METADATA_USER_META:
            if let session, let field = arguments.field { return getUserMetadata(field, of: session, dictionary) }
        default: break
        }
        answerMetadata(value, dictionary)
    }

    private mutating func getUserMetadata(_ field: String, of session: Session, _ dictionary: [String: JSONValue]) {
        guard session.metadata == nil || session.isMetadataOld else { return answerField(field, of: session, dictionary) }
        requestUserMetadata(mvpd: session.mvpd) { outcome, machine in
            var session = session
            if case .answer(let received) = outcome, session.takeMetadata(from: received) {
                machine.save(.metadata(session))
                return machine.answerField(field, of: session, dictionary)
            }
            machine.raise(Self.statuses(afterMetadata: outcome))
            // According to the documentation, throttling and a lost login have no value; otherwise an old value is better than
            // none.
            let isLost = if case .otherDevice = outcome { true } else { [412, 429].contains(outcome.received?.status) }
            if isLost { machine.answerMetadata(nil, dictionary) } else { machine.answerField(field, of: session, dictionary) }
        }
    }

    private static func statuses(afterMetadata outcome: ServiceOutcome) -> [StatusReport] {
        guard let answer = outcome.received else { return outcome.statuses }
        return [412, 429].contains(answer.status) ? [] : [StatusReport(.internalError, message: outcome.reason)]
    }

    private mutating func answerField(_ field: String, of session: Session, _ dictionary: [String: JSONValue]) {
        let value = session.metadata?[field]
        answerMetadata(value, isEncrypted: value != nil && session.encryptedFields.contains(field), dictionary)
    }

    private mutating func answerMetadata(
        _ value: JSONValue?, isEncrypted: Bool = false, _ dictionary: [String: JSONValue]
    ) {
        let key = MetadataArguments(dictionary).key
        callBack(.setMetadataStatus(value, isEncrypted: isEncrypted, key: key, arguments: dictionary))
    }
}
