extension Asset {
    /// The colours of providers' pages.
    static let providers = Asset("providers", .style, PageFiles.providersCss + providerColours)

    /// Allows a form to be sent only once; a page that is restored from the browser's cache can be sent again.
    static let sendOnce = Asset("send-once", .script, PageFiles.sendOnceJs)

    private static var providerColours: String {
        let light = ProviderLook.colours.enumerated().map {
            ".look-\($0.offset) { --accent: \($0.element.light); --on-accent: #ffffff; }\n"
        }
        let dark = ProviderLook.colours.enumerated().map {
            "  .look-\($0.offset) { --accent: \($0.element.dark); --on-accent: #14161a; }\n"
        }
        return light.joined() + "@media (prefers-color-scheme: dark) {\n" + dark.joined() + "}\n"
    }
}
