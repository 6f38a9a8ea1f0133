extension Asset {
    /// The colours of providers' pages.
    static let providers = Asset("providers", .style, providerRules + providerColours)

    /// Lets a form be sent once; a page that comes back from the browser's memory can be sent again.
    static let sendOnce = Asset(
        "send-once", .script,
        #"""
        for (const form of document.querySelectorAll("form[data-once]")) {
          form.addEventListener("submit", (event) => {
            if (form.dataset.sent) event.preventDefault();
            form.dataset.sent = "yes";
          });
          window.addEventListener("pageshow", () => delete form.dataset.sent);
        }

        """#)

    private static let providerRules = #"""
        body.provider { border-top: .5rem solid var(--accent); }
        .brand { display: flex; align-items: center; gap: .875rem; margin: 0 0 1.5rem; }
        .brand .logo { margin: 0; }
        .brand span { font-size: 1.125rem; font-weight: 600; }

        """#

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
