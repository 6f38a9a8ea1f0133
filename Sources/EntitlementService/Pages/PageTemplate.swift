import Mustache

/// What a page looks like: a Mustache text that fills the blocks of the layout.
///
///     static let greeting = PageTemplate(#"{{<layout}}{{$body}}<h1>{{title}}</h1>{{/body}}{{/layout}}"#)
///
/// Only `{{name}}` is allowed for values, which escapes; a text with `{{{name}}}` or `{{&name}}` does not compile at run time.
struct PageTemplate: Sendable {
    private let template: MustacheTemplate

    /// A template that stands in the source.
    ///
    /// A wrong one ends the process when it is used first, which every page's test does.
    init(_ text: StaticString) {
        template = Self.compile("\(text)")
    }

    /// The page with values in place of the names.
    func render(_ values: [String: PageValue]) -> String {
        template.render(values.mapValues(\.rendered), library: Self.library)
    }

    /// What pages share.
    private static let library = MustacheLibrary(
        templates: [
            "layout": compile(layout), "dashboard": compile(dashboardFrame), "dashboard-event": compile(dashboardEvent),
        ])

    private static func compile(_ text: String) -> MustacheTemplate {
        precondition(!text.contains("{{{") && !text.contains("{{&"), "a template that does not escape: \(text.prefix(80))")
        do {
            return try MustacheTemplate(string: text)
        } catch {
            preconditionFailure("a template that cannot be read: \(error)")
        }
    }

    /// The frame of every page.
    private static let layout = #"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{{title}}</title>
        <link rel="icon" href="data:,">
        {{#styles}}
        <link rel="stylesheet" href="{{.}}">
        {{/styles}}
        {{#scripts}}
        <script src="{{.}}" defer></script>
        {{/scripts}}
        </head>
        <body{{#look}} class="{{.}}"{{/look}}>
        {{$header}}{{/header}}
        <main id="main">
        {{$body}}{{/body}}
        </main>
        {{$footer}}{{/footer}}
        </body>
        </html>
        """#
}

extension PageTemplate {
    /// A page that says what happened and what to do now.
    static let message = PageTemplate(
        #"""
        {{<layout}}{{$body}}
        <section class="card">
        {{#logo}}
        <img class="logo" src="{{.}}" alt="" width="56" height="56">
        {{/logo}}
        <h1>{{title}}</h1>
        {{#paragraphs}}
        <p>{{.}}</p>
        {{/paragraphs}}
        {{#links}}
        <p><a class="button" href="{{address}}">{{label}}</a></p>
        {{/links}}
        {{#reference}}
        <p class="reference">Reference: <code>{{.}}</code></p>
        {{/reference}}
        </section>
        {{/body}}{{/layout}}
        """#)
}
