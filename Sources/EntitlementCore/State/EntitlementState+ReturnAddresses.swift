import TVWorld

extension EntitlementState {
    /// Returns the addresses to which a requestor's logins may return: with the application's domains, if it has any, or else the
    /// requestor's.
    ///
    /// - Parameter statement: The statement of the client that logs in; nil: any valid statement that covers the requestor, as in
    ///   a logout, which names no client.
    func returnAddresses(of requestor: Requestor, statement: SoftwareStatement?) -> ReturnAddresses {
        let applications: [SoftwareStatement]
        let domains: [String]
        if let statement {
            applications = [statement]
            domains = statement.domains ?? requestor.domains
        } else {
            applications = statements.values.filter { !$0.isRevoked && $0.covers(requestor: requestor.id) }
            // Any application may log out; an unregistered one has the requestor's domains.
            domains = requestor.domains + applications.flatMap { $0.domains ?? [] }
        }
        return ReturnAddresses(
            schemes: applications.flatMap(\.schemes) + requestor.customSchemes, domains: domains,
            // In a file of an earlier version, it may be any text.
            standard: requestor.defaultRedirectURL.flatMap { TextRule.redirectURL.accepts($0) ? $0 : nil })
    }

    /// Returns the addresses of a client's logins; nil if the client may not act for the requestor.
    func loginAddresses(of clientID: String, _ requestor: Requestor) -> ReturnAddresses? {
        guard let client = clients[clientID], let statement = statements[client.statement], !statement.isRevoked,
            statement.covers(requestor: requestor.id)
        else { return nil }
        var addresses = returnAddresses(of: requestor, statement: statement)
        addresses.redirectURIs = client.redirectURIs
        addresses.loginDomains = requestor.domains + addresses.domains
        return addresses
    }
}
