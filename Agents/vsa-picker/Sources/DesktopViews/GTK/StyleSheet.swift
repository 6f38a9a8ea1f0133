import CGtk

/// The styles of both programs. Lengths are in em, so that they scale with the text; colours are the theme's, except for discs.
@MainActor
package enum StyleSheet {
    /// Colours on which white letters have a contrast of at least 4.5.
    private static let discs = [
        "#1c71d8", "#9141ac", "#a51d2d", "#986a44", "#26734d", "#c01c28", "#613583", "#0b6e7a", "#8a5a00", "#3d3846",
    ]

    private static let rules = """
        .page { padding: 1.2em; }
        .heading { font-size: 1.25em; font-weight: bold; }
        .dim { opacity: 0.72; }
        .small { font-size: 0.9em; }
        .disc { color: white; background-color: #5e5c64; font-weight: bold; border-radius: 999px; min-width: 2.3em; min-height: 2.3em; padding: 0; }
        .disc.large { font-size: 1.6em; }
        .logo { border-radius: 6px; min-width: 2.3em; min-height: 2.3em; }
        .banner { background-color: alpha(@error_color, 0.13); border-radius: 6px; padding: 0.6em 0.8em; }
        .problem { color: mix(@error_color, @theme_fg_color, 0.5); }
        .problem-text { font-size: 0.95em; }
        list.providers { border-radius: 8px; }
        list.providers > row { padding: 0.35em 0.7em; }
        .section { font-weight: bold; font-size: 0.9em; padding: 0.9em 0.7em 0.3em 0.7em; }
        .tick { font-size: 2.6em; color: @success_color; }
        .page entry, .page password { min-height: 2.2em; }
        .page entry image, .page password image, headerbar image { -gtk-icon-size: 1.1em; }
        .page > button { min-height: 1.7em; }
        .answers button { padding: 0.45em 0.8em; }
        .focusless:focus { outline: none; }
        """

    /// Registers the styles with the display, and those of one program.
    package static func install(_ more: String = "") {
        guard let display = gdk_display_get_default() else { return }
        let provider = gtk_css_provider_new()
        let colours = discs.enumerated().map { ".disc-\($0.offset) { background-color: \($0.element); }" }
        gtk_css_provider_load_from_data(provider, (rules + "\n" + more + "\n" + colours.joined(separator: "\n")), -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider.map { UnsafeMutableRawPointer($0) })
    }
}
