import EntitlementCore
import TVWorld

extension ResourceDecision {
    /// Returns the decision in an answer.
    ///
    /// - Parameters:
    ///   - serializedToken: The signed media token, if there is one.
    ///   - requestID: The response's `Adobe-Request-Id`.
    func json(serializedToken: String?, requestID: String) -> JSON {
        var token: JSON?
        if let mediaToken, let serializedToken {
            token = [
                "notBefore": .integer(mediaToken.issuedAt / 1_000 * 1_000), "notAfter": .integer(mediaToken.expiresAt),
                "serializedToken": .string(serializedToken),
            ]
        }
        return .filled([
            "resource": .string(resource), "serviceProvider": .string(serviceProvider), "mvpd": .string(mvpd),
            "source": .string(source.rawValue), "authorized": .bool(isAuthorized), "token": token,
            "notBefore": notBefore.map { JSON.integer($0) }, "notAfter": notAfter.map { JSON.integer($0) },
            "error": refusal?.json(requestID: requestID),
        ])
    }
}
