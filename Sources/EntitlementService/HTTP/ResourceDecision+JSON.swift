import EntitlementCore
import TVWorld

extension ResourceDecision {
    /// Returns the decision in an answer.
    ///
    /// - Parameters:
    ///   - serializedToken: The signed media token, if there is one.
    ///   - requestID: The response's `Adobe-Request-Id`.
    func json(serializedToken: String?, requestID: String) -> JSON {
        var members = [
            JSON.Member("resource", .string(resource)), .init("serviceProvider", .string(serviceProvider)),
            .init("mvpd", .string(mvpd)), .init("source", .string(source.rawValue)), .init("authorized", .bool(isAuthorized)),
        ]
        if let mediaToken, let serializedToken {
            members.append(
                .init(
                    "token",
                    .object([
                        .init("notBefore", .integer(mediaToken.issuedAt / 1_000 * 1_000)),
                        .init("notAfter", .integer(mediaToken.expiresAt)), .init("serializedToken", .string(serializedToken)),
                    ])))
        }
        if let notBefore { members.append(.init("notBefore", .integer(notBefore))) }
        if let notAfter { members.append(.init("notAfter", .integer(notAfter))) }
        if let refusal {
            members.append(.init("error", AnswerDocument("error", refusal.fields(requestID: requestID)).json))
        }
        return .object(members)
    }
}
