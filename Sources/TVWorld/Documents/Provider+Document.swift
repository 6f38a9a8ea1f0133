extension Provider {
    static let documentKeys = [
        "id", "name", "mvpd", "boarding", "in-line-up", "regions", "authentication-schemes", "uses-svc", "silent-renewal",
        "temporary-pass", "per-requestor-authentication", "passive", "single-logout", "attributes", "preauthorize-limit",
        "preauthorize-method", "preauthorize-known-only", "home-based", "scoping", "logo", "proxy", "login", "api-response",
    ]

    /// The keys that have a former name.
    static let renamedKeys = [RenamedKey.inLineUp, .usesSVC]

    /// The methods of signing in to a provider: only one so far, so that scenarios can name it.
    enum Login: String, CaseIterable {
        /// With a user name and a password.
        case password
    }

    /// Reads an element of `providers`.
    init(_ object: DocumentObject) {
        let id = object.text("id", .host)
        let isTemporaryPass = object.flag("temporary-pass", default: false)
        let boarding = object.choice("boarding", default: isTemporaryPass ? BoardingStatus.none : .supported)
        self.init(
            id: id, name: object.text("name", .plain, default: id), mvpd: object.text("mvpd", .identifier, default: id),
            boarding: boarding, isInLineUp: object.flag(RenamedKey.inLineUp.name, default: boarding != .none),
            regions: object.texts("regions", .region), authenticationSchemes: Self.schemes(object),
            requiresSystemBrowser: object.flag(RenamedKey.usesSVC.name, default: false),
            hasSilentRenewal: object.flag("silent-renewal", default: false), isTemporaryPass: isTemporaryPass,
            authenticatesPerRequestor: object.flag("per-requestor-authentication", default: isTemporaryPass),
            hasSingleLogout: object.flag("single-logout", default: true))
        attributes = object.texts("attributes", .identifier, default: attributes)
        preauthorizeLimit = object.integer("preauthorize-limit", in: Self.preauthorizeLimits).map { Int($0) } ?? preauthorizeLimit
        logoURL = object.optionalText("logo", .url) ?? logoURL
        proxy = object.optionalText("proxy", .identifier)
        preauthorizationMethod = object.choice("preauthorize-method", default: preauthorizationMethod)
        preauthorizesKnownOnly = object.flag("preauthorize-known-only", default: preauthorizesKnownOnly)
        isHomeBased = object.flag("home-based", default: isHomeBased)
        scoping = object.choice("scoping", default: scoping)
        authenticatesPassively = object.flag("passive", default: authenticatesPassively)
        applicationInterfaceBody = object.optionalText("api-response", .body)
        // A scheme that is not known may have been intended to be API.
        let isSAMLOnly = [nil, .strings([AuthenticationScheme.saml.rawValue])].contains(object["authentication-schemes"])
        if applicationInterfaceBody != nil, isSAMLOnly {
            object.report("api-response", "needs API among the authentication-schemes")
        }
        _ = object.choice("login", default: Login.password)
    }

    private static func schemes(_ object: DocumentObject) -> [AuthenticationScheme] {
        object.requireElement("authentication-schemes", of: AuthenticationScheme.self)
        return object.choices("authentication-schemes", default: [.saml])
    }

    var document: JSON {
        .filled([
            "id": .string(id), "name": .string(name), "mvpd": .string(mvpd), "boarding": .string(boarding.rawValue),
            RenamedKey.inLineUp.name: .bool(isInLineUp), "regions": .strings(regions),
            "authentication-schemes": .strings(authenticationSchemes.map(\.rawValue)),
            RenamedKey.usesSVC.name: .bool(requiresSystemBrowser), "silent-renewal": .bool(hasSilentRenewal),
            "temporary-pass": .bool(isTemporaryPass), "per-requestor-authentication": .bool(authenticatesPerRequestor),
            "passive": .bool(authenticatesPassively), "single-logout": .bool(hasSingleLogout),
            "attributes": .strings(attributes), "preauthorize-limit": .integer(preauthorizeLimit),
            "preauthorize-method": .string(preauthorizationMethod.rawValue),
            "preauthorize-known-only": .bool(preauthorizesKnownOnly), "home-based": .bool(isHomeBased),
            "scoping": .string(scoping.rawValue), "logo": .string(logoURL),
            "api-response": applicationInterfaceBody.map { .string($0) }, "proxy": proxy.map { .string($0) },
        ])
    }
}
