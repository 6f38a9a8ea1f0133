/// The identifier of a service that acts on behalf of a requester: `IDENTIFIER/on-behalf-of/REQUESTER`.
///
/// The alternative is `Scoping/RequesterID` of an ``AuthnRequest``.
public enum OnBehalfOf {
    private static let infix = "/on-behalf-of/"

    /// Returns the identifier of a service that acts for a requester.
    public static func issuer(_ service: String, requester: String) -> String { service + infix + requester }

    /// Returns the requester in an identifier of a service; nil if there is none, or it is another service's identifier.
    public static func requester(in issuer: String, of service: String) -> String? {
        // By bytes, like all of SAML's comparisons.
        let beginning = (service + infix).utf8
        guard issuer.utf8.starts(with: beginning) else { return nil }
        let requester = issuer.utf8.dropFirst(beginning.count)
        return requester.isEmpty || requester.contains(UInt8(ascii: "/")) ? nil : String(Substring(requester))
    }
}
