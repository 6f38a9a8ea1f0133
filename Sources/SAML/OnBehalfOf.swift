/// How a service names in its own identifier on whose behalf it acts: `IDENTIFIER/on-behalf-of/REQUESTER`.
///
/// The other way is `Scoping/RequesterID` of an ``AuthnRequest``.
public enum OnBehalfOf {
    private static let infix = "/on-behalf-of/"

    /// The identifier of a service that acts for a requester.
    public static func issuer(_ service: String, requester: String) -> String { service + infix + requester }

    /// The requester that an identifier of a service names; nil when it names none, or is another service's.
    public static func requester(in issuer: String, of service: String) -> String? {
        guard issuer.hasPrefix(service + infix) else { return nil }
        let requester = issuer.dropFirst(service.count + infix.count)
        return requester.isEmpty || requester.contains("/") ? nil : String(requester)
    }
}
