import Mustache

/// The layout of a page: a Mustache template of Resources/pages that fills the blocks of the common layout.
///
///     {{<layout}}{{$body}}<h1>{{title}}</h1>{{/body}}{{/layout}}
///
/// Values are inserted only with `{{name}}`, which escapes; a text with `{{{name}}}` or `{{&name}}` does not compile at run time.
struct PageTemplate: Sendable {
    private let template: MustacheTemplate

    /// Creates a template, without the newline that ends its file.
    ///
    /// An invalid one ends the process on first use, which the test of every page triggers.
    init(_ text: String) {
        template = Self.compile(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }

    /// Returns the page with values substituted for the names.
    func render(_ values: [String: PageValue]) -> String {
        template.render(values.mapValues(\.rendered), library: Self.library)
    }

    /// The common parts of pages.
    private static let library = MustacheLibrary(
        templates: [
            "layout": PageTemplate(PageFiles.layoutMustache).template,
            "dashboard": PageTemplate(PageFiles.dashboardMustache).template,
            // Each event and each call is on a line of its own.
            "dashboard-event": compile(PageFiles.dashboardEventMustache),
            "dashboard-call": compile(PageFiles.dashboardCallMustache),
        ])

    private static func compile(_ text: String) -> MustacheTemplate {
        precondition(!text.contains("{{{") && !text.contains("{{&"), "a template that does not escape: \(text.prefix(80))")
        do {
            return try MustacheTemplate(string: text)
        } catch {
            preconditionFailure("a template that cannot be read: \(error)")
        }
    }
}

extension PageTemplate {
    /// A page that shows what happened, and what the user can do.
    static let message = PageTemplate(PageFiles.messageMustache)
}
