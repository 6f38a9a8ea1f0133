/// A link that logs a browser in to the dashboard.
package struct DashboardLinkResource: Resource {
    package static let path = "dashboard-links"

    package var path: String
    /// The lifetime in seconds.
    package var expiresIn: Int64
    /// The public URL, if the service has one.
    package var url: String?

    package init(path: String, expiresIn: Int64, url: String?) {
        self.path = path
        self.expiresIn = expiresIn
        self.url = url
    }
}
