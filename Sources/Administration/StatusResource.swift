/// The status of the service: `GET /admin/v1/status`.
package struct StatusResource: AddressedResource {
    package static let path = "status"

    package var version: String
    package var url: String
    package var providers: [TrustedProvider]
    package var sessions: Int64

    /// A provider, and whether the service has its metadata.
    package struct TrustedProvider: Decodable, Equatable, Sendable {
        package var id: String
        package var mvpd: String
        package var trusted: Bool

        package init(id: String, mvpd: String, trusted: Bool) {
            self.id = id
            self.mvpd = mvpd
            self.trusted = trusted
        }
    }

    package init(version: String, url: String, providers: [TrustedProvider], sessions: Int64) {
        self.version = version
        self.url = url
        self.providers = providers
        self.sessions = sessions
    }
}
