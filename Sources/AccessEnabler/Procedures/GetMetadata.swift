import ServiceAccess

/// `getMetadata`: expiration dates, the device's identifier, and the user metadata, which is stored with the login and requested
/// again after an authorization.
struct GetMetadata: Procedure {
    let dictionary: [String: JSONValue]
    var session: Session?

    private var arguments: MetadataArguments { MetadataArguments(dictionary) }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        if case .child(.service(let outcome)) = input { return fetched(outcome, &machine) }
        session = machine.sessionInUse
        switch arguments.key {
        case METADATA_AUTHENTICATION: return answer(session.map { .text(String($0.expires)) }, &machine)
        case METADATA_AUTHORIZATION:
            let authorization = arguments.resource.flatMap { session?.authorizations[$0] }
            let isValid = authorization.map { $0.expires > machine.now } ?? false
            return answer(isValid ? authorization.map { .text(String($0.expires)) } : nil, &machine)
        case METADATA_DEVICE_ID:
            let tellsDeviceID = machine.configuration?.tellsDeviceID ?? false
            return answer(tellsDeviceID ? .text(machine.storage.deviceID) : nil, &machine)
        case METADATA_USER_META:
            guard let session, arguments.field != nil else { return answer(nil, &machine) }
            guard session.metadata == nil || session.isMetadataOld else { return answerField(of: session, &machine) }
            return .calling(ServiceRequest(machine.apiRequest("/api/v1/tokens/usermetadata", mvpd: session.mvpd)))
        default: return answer(nil, &machine)
        }
    }

    private func fetched(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        guard var session else { return answer(nil, &machine) }
        if case .answer(let received) = outcome, session.takeMetadata(from: received) {
            machine.save(.metadata(session))
            return answerField(of: session, &machine)
        }
        machine.raise(statuses(after: outcome))
        if case .otherDevice = outcome { return answer(nil, &machine) }
        // According to the documentation, throttling and a lost login have no value; otherwise an old value is better than none.
        let status = outcome.received?.status
        return status == 429 || status == 412 ? answer(nil, &machine) : answerField(of: session, &machine)
    }

    private func statuses(after outcome: ServiceOutcome) -> [StatusReport] {
        guard let answer = outcome.received else { return outcome.statuses }
        return [412, 429].contains(answer.status) ? [] : [StatusReport(.internalError, message: outcome.reason)]
    }

    private func answerField(of session: Session, _ machine: inout EntitlementMachine) -> Progress {
        guard let field = arguments.field, let value = session.metadata?[field] else { return answer(nil, &machine) }
        return answer(value, isEncrypted: session.encryptedFields.contains(field), &machine)
    }

    private func answer(
        _ value: JSONValue?, isEncrypted: Bool = false, _ machine: inout EntitlementMachine
    ) -> Progress {
        machine.callBack(
            .setMetadataStatus(value, isEncrypted: isEncrypted, key: arguments.key, arguments: dictionary))
        return .done
    }
}
