extension PageTemplate {
    /// A provider's login page.
    static let providerLogin = PageTemplate(PageFiles.providerLoginMustache)

    /// A page that only forwards the browser, which brings a message from one party to the other.
    static let forward = PageTemplate(PageFiles.forwardMustache)
}
