import EntitlementCore
import TVWorld

extension [ProfileAnswer] {
    /// The body of an answer with profiles.
    var json: JSON { .object([.init("profiles", .object(map { .init($0.mvpd, $0.json) }))]) }
}

extension ProfileAnswer {
    fileprivate var json: JSON {
        .object([
            .init("notBefore", .integer(notBefore)), .init("notAfter", .integer(notAfter)),
            .init("issuer", .string(type.issuer(mvpd: mvpd))), .init("type", .string(type.rawValue)),
            .init("attributes", metadata.attributes),
        ])
    }
}

extension EndProfile.Answer {
    /// Returns the body of an answer about a logout.
    ///
    /// - Parameter url: The URL for the browser, if the browser performs the logout.
    func json(mvpd: String, url: String?) -> JSON {
        let (name, type) =
            switch self {
            case .logout: ("logout", "interactive")
            case .partner: ("partner_logout", "partner_interactive")
            case .complete: ("complete", "none")
            case .invalid: ("invalid", "none")
            }
        var members = [
            JSON.Member("actionName", .string(name)), .init("actionType", .string(type)), .init("mvpd", .string(mvpd)),
        ]
        if let url { members.append(.init("url", .string(url))) }
        return .object([.init("logouts", .object([.init(mvpd, .object(members))]))])
    }
}
