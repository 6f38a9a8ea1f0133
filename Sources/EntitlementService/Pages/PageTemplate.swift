import Mustache

/// The layout of a page: a Mustache template of Resources/pages that fills the blocks of the common layout.
///
///     {{<layout}}{{$body}}<h1>{{title}}</h1>{{/body}}{{/layout}}
///
/// Values are inserted only with `{{name}}`, which escapes; a text with `{{{name}}}` or `{{&name}}` does not compile at run time.
enum PageTemplate {
    private static let compiled = RememberedResults<String, MustacheTemplate>(limit: 64)

    /// Returns the page with values substituted for the names of a template of ``PageFiles``, which stays compiled.
    ///
    /// An invalid one ends the process on first use, which the test of every page triggers.
    static func render(_ text: String, _ values: [String: PageValue]) -> String {
        compiled.result(for: text, page).render(values.mapValues(\.rendered), library: library)
    }

    private static let library = MustacheLibrary(
        templates: [
            "layout": page(PageFiles.layoutMustache),
            "dashboard": page(PageFiles.dashboardMustache),
            // Each event and each call is on a separate line.
            "dashboard-event": compile(PageFiles.dashboardEventMustache),
            "dashboard-call": compile(PageFiles.dashboardCallMustache),
        ])

    /// Compiles a template without the newline that ends its file.
    private static func page(_ text: String) -> MustacheTemplate {
        compile(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }

    private static func compile(_ text: String) -> MustacheTemplate {
        precondition(!text.contains("{{{") && !text.contains("{{&"), "a template that does not escape: \(text.prefix(80))")
        do {
            return try MustacheTemplate(string: text)
        } catch {
            preconditionFailure("a template that cannot be read: \(error)")
        }
    }
}
