import EntitlementCore
import TVWorld

extension [ProfileAnswer] {
    /// The body of an answer with profiles.
    var json: JSON { ["profiles": .object(map { .init($0.mvpd, $0.json) })] }
}

extension ProfileAnswer {
    fileprivate var json: JSON {
        [
            "notBefore": .integer(notBefore), "notAfter": .integer(notAfter), "issuer": .string(type.issuer(mvpd: mvpd)),
            "type": .string(type.rawValue), "attributes": metadata.attributes,
        ]
    }
}

extension ProfileLogout {
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
        let logout = JSON.filled([
            "actionName": .string(name), "actionType": .string(type), "mvpd": .string(mvpd),
            "url": url.map { JSON.string($0) },
        ])
        return ["logouts": [mvpd: logout]]
    }
}
