extension Provider {
    private static let documentKeys = [
        "id", "name", "mvpd", "boarding", "line-up", "regions", "authentication-schemes", "requires-svc", "silent-renewal",
        "temporary-pass", "per-requestor-authentication", "passive", "single-logout", "attributes", "preauthorize-limit",
        "preauthorize-method", "preauthorize-known-only", "home-based", "scoping", "logo", "proxy",
    ]

    /// Reads an element of `providers`.
    init(_ value: JSON, at path: String) throws {
        let object = try DocumentObject(value, at: path, keys: Self.documentKeys)
        let id = try object.text("id", .host)
        let isTemporaryPass = try object.flag("temporary-pass", default: false)
        let boarding = try object.choice("boarding", default: isTemporaryPass ? BoardingStatus.none : .supported)
        self.init(
            id: id, name: try object.text("name", .plain, default: id),
            mvpd: try object.text("mvpd", .identifier, default: id), boarding: boarding,
            isInLineUp: try object.flag("line-up", default: boarding != .none),
            regions: try object.texts("regions", .region), authenticationSchemes: try Self.schemes(object),
            requiresSystemBrowser: try object.flag("requires-svc", default: false),
            hasSilentRenewal: try object.flag("silent-renewal", default: false), isTemporaryPass: isTemporaryPass,
            authenticatesPerRequestor: try object.flag("per-requestor-authentication", default: isTemporaryPass),
            hasSingleLogout: try object.flag("single-logout", default: true),
            attributes: try object.texts("attributes", .identifier, default: Self.defaultAttributes),
            preauthorizeLimit: Int(try object.integer("preauthorize-limit", in: 0...10_000, default: 5)),
            logoURL: object.has("logo") ? try object.text("logo", .url) : nil,
            proxy: object.has("proxy") ? try object.text("proxy", .identifier) : nil)
        preauthorizationMethod = try object.choice("preauthorize-method", default: preauthorizationMethod)
        preauthorizesKnownOnly = try object.flag("preauthorize-known-only", default: false)
        isHomeBased = try object.flag("home-based", default: false)
        scoping = try object.choice("scoping", default: scoping)
        authenticatesPassively = try object.flag("passive", default: false)
    }

    private static func schemes(_ object: DocumentObject) throws -> [AuthenticationScheme] {
        guard object.has("authentication-schemes") else { return [.saml] }
        var schemes: [AuthenticationScheme] = []
        for (path, value) in try object.elements("authentication-schemes") {
            let scheme: AuthenticationScheme = try DocumentObject.choice(value, at: path)
            guard !schemes.contains(scheme) else { throw WorldDocumentError(path, "\(scheme.rawValue) stands there twice") }
            schemes.append(scheme)
        }
        guard !schemes.isEmpty else {
            throw WorldDocumentError(object.field("authentication-schemes"), "takes one of SAML, API at least")
        }
        return schemes
    }

    /// The element of `providers` that stands for the provider.
    var document: JSON {
        var members: [JSON.Member] = [
            .init("id", .string(id)), .init("name", .string(name)), .init("mvpd", .string(mvpd)),
            .init("boarding", .string(boarding.rawValue)), .init("line-up", .bool(isInLineUp)),
            .init("regions", .strings(regions)),
            .init("authentication-schemes", .strings(authenticationSchemes.map(\.rawValue))),
            .init("requires-svc", .bool(requiresSystemBrowser)), .init("silent-renewal", .bool(hasSilentRenewal)),
            .init("temporary-pass", .bool(isTemporaryPass)),
            .init("per-requestor-authentication", .bool(authenticatesPerRequestor)),
            .init("passive", .bool(authenticatesPassively)), .init("single-logout", .bool(hasSingleLogout)),
            .init("attributes", .strings(attributes)), .init("preauthorize-limit", .integer(preauthorizeLimit)),
            .init("preauthorize-method", .string(preauthorizationMethod.rawValue)),
            .init("preauthorize-known-only", .bool(preauthorizesKnownOnly)), .init("home-based", .bool(isHomeBased)),
            .init("scoping", .string(scoping.rawValue)), .init("logo", .string(logoURL)),
        ]
        if let proxy { members.append(.init("proxy", .string(proxy))) }
        return .object(members)
    }
}
