/// A sign-in at the service.
package struct SessionResource: ListedResource {
    package static let path = "sessions"
    package static let moments = ["createdAt": MomentUnit.milliseconds, "expiresAt": .milliseconds]

    package var id: String
    /// The interface: `v1` or `v2`.
    package var interface = "v1"
    package var requestor: String
    package var deviceId: String
    package var appId: String
    package var mvpd: String
    package var userId: String
    package var source: String
    /// The client of REST v2.
    package var clientId: String?
    /// The type of a profile of REST v2.
    package var type: String?
    /// The degradation rule that is in force for the provider.
    package var degradation: String?
    package var createdAt: Int64
    package var expiresAt: Int64
    package var platform: String?
    package var visitorId: String?
    /// The device information.
    package var device: [String: String]?

    package init(
        id: String, requestor: String, deviceId: String, appId: String, mvpd: String, userId: String, source: String,
        degradation: String? = nil, createdAt: Int64, expiresAt: Int64, platform: String?, visitorId: String?,
        device: [String: String]?
    ) {
        self.id = id
        self.requestor = requestor
        self.deviceId = deviceId
        self.appId = appId
        self.mvpd = mvpd
        self.userId = userId
        self.source = source
        self.degradation = degradation
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.platform = platform
        self.visitorId = visitorId
        self.device = device
    }
}

/// A page of sign-ins.
package struct SessionPage: Resource {
    package static let writesNull = true

    package var sessions: [SessionResource]
    /// The cursor of the next page.
    package var next: String?
    package var total: Int64

    package init(sessions: [SessionResource], next: String?, total: Int64) {
        self.sessions = sessions
        self.next = next
        self.total = total
    }
}

/// An authorization of a session.
package struct AuthorizationResource: Resource {
    package var resource: String
    package var mvpd: String
    package var degraded: Bool
    package var expiresAt: Int64

    package init(resource: String, mvpd: String, degraded: Bool, expiresAt: Int64) {
        self.resource = resource
        self.mvpd = mvpd
        self.degraded = degraded
        self.expiresAt = expiresAt
    }
}

/// A page of authorizations.
package struct AuthorizationPage: Resource {
    package static let writesNull = true

    package var authorizations: [AuthorizationResource]
    /// The cursor of the next page.
    package var next: Int64?

    package init(authorizations: [AuthorizationResource], next: Int64?) {
        self.authorizations = authorizations
        self.next = next
    }
}
