/// A valid code for a second screen: a registration code of REST v1, or the code of a session of REST v2.
package struct RegistrationCodeResource: Resource {
    package static let moments = ["createdAt": MomentUnit.milliseconds, "expiresAt": .milliseconds]

    package var code: String
    /// The interface: `v1` or `v2`.
    package var interface: String
    package var requestor: String
    package var deviceId: String
    package var clientId: String
    package var mvpd: String?
    package var domainName: String?
    package var redirectUrl: String?
    /// Whether a user has logged in with it.
    package var used: Bool
    package var createdAt: Int64
    package var expiresAt: Int64

    package init(
        code: String, interface: String, requestor: String, deviceId: String, clientId: String, mvpd: String?,
        domainName: String?, redirectUrl: String?, used: Bool, createdAt: Int64, expiresAt: Int64
    ) {
        self.code = code
        self.interface = interface
        self.requestor = requestor
        self.deviceId = deviceId
        self.clientId = clientId
        self.mvpd = mvpd
        self.domainName = domainName
        self.redirectUrl = redirectUrl
        self.used = used
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// A page of codes.
package struct RegistrationCodePage: Resource {
    package static let writesNull = true

    package var codes: [RegistrationCodeResource]
    /// The cursor of the next page.
    package var next: Int64?
    package var total: Int64

    package init(codes: [RegistrationCodeResource], next: Int64?, total: Int64) {
        self.codes = codes
        self.next = next
        self.total = total
    }
}
