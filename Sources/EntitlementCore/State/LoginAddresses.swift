import TVWorld

/// The addresses at which the logins of a client may start and end.
struct LoginAddresses: Sendable, Equatable {
    /// The destinations of a browser after a login.
    var destinations: ReturnAddresses
    /// The redirect URIs with which the client registered.
    var redirectURIs: [String]
    /// The domains of the application and of the requestor.
    var domains: [String]

    /// Returns whether a browser may be redirected to an address.
    func accept(redirectURL: String) -> Bool { destinations.accept(redirectURL) || redirectURIs.contains(redirectURL) }

    /// Returns whether a host is a registered domain or a subdomain of one; without any registered domain, every host is.
    func accept(host: String) -> Bool { domains.isEmpty || ReturnAddresses(schemes: [], domains: domains).accept(host: host) }

    /// Returns the destination of a login: its own address if that is accepted, or else the standard one.
    ///
    /// - Parameter ownPage: The service's own page, which need not be registered.
    func destination(_ named: String?, or ownPage: String?) -> String? {
        destinations.destination(named) { redirectURIs.contains($0) || $0 == ownPage }
    }
}

extension EntitlementState {
    /// Returns the addresses of a client's logins; nil if the client may not act for the requestor.
    func loginAddresses(of clientID: String, _ requestor: Requestor) -> LoginAddresses? {
        guard let client = clients[clientID], let statement = statements[client.statement], !statement.isRevoked,
            statement.covers(requestor: requestor.id)
        else { return nil }
        let addresses = returnAddresses(of: requestor, statement: statement)
        return LoginAddresses(
            destinations: addresses, redirectURIs: client.redirectURIs, domains: requestor.domains + addresses.domains)
    }
}
