extension PageTemplate {
    /// Asks for the code that a television shows.
    static let activation = PageTemplate(PageFiles.activationMustache)

    /// Presents the providers for the login.
    static let activationProviders = PageTemplate(PageFiles.activationProvidersMustache)

    /// Sends the user back to the television.
    static let activationDone = PageTemplate(PageFiles.activationDoneMustache)
}

extension Asset {
    /// The activation pages: the large field of the code, the list of providers.
    static let activation = Asset("activation", .style, PageFiles.activationCss)
}
