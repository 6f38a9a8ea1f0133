extension PageTemplate {
    /// A provider's login page.
    static let providerLogin = PageTemplate(PageFiles.providerLoginMustache)

    /// A page that only leads on: the browser brings a message from one party to the other.
    static let forward = PageTemplate(PageFiles.forwardMustache)
}
