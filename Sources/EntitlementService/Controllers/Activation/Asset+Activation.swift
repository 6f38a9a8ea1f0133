extension Asset {
    /// The activation pages: the large field of the code, the list of providers.
    static let activation = Asset("activation", .style, PageFiles.activationCss)
}
