import Mustache

/// The layout of a page: a Mustache template of Resources/pages that fills the blocks of the common layout.
///
///     {{<layout}}{{$body}}<h1>{{title}}</h1>{{/body}}{{/layout}}
///
/// Values are inserted only with `{{name}}`, which escapes; a template with `{{{name}}}` or `{{&name}}` ends the process.
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

/// The value of a name in a page's template.
enum PageValue: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A text; it is escaped when it is inserted.
    case text(String)
    /// Whether a section is shown.
    case flag(Bool)
    /// A section that is repeated.
    case list([PageValue])
    /// Names inside a section.
    case object([String: PageValue])

    init(stringLiteral value: String) { self = .text(value) }

    init(booleanLiteral value: Bool) { self = .flag(value) }

    init(dictionaryLiteral elements: (String, PageValue)...) { self = .object(Dictionary(elements) { first, _ in first }) }

    /// Returns a text, or a section that is not shown.
    static func optional(_ text: String?) -> PageValue { text.map { .text($0) } ?? .flag(false) }

    static func number(_ number: some BinaryInteger) -> PageValue { .text(String(number)) }

    /// The value in the types that the template engine accepts.
    var rendered: Any {
        switch self {
        case .text(let text): Self.separatingMarks(in: text)
        case .flag(let flag): flag
        case .list(let values): values.map(\.rendered)
        case .object(let values): values.mapValues(\.rendered)
        }
    }

    /// Returns a string without combined markup. The engine escapes characters, not code points: a quotation mark with a
    /// combining accent is another character to it, and would end an attribute's value. Such a mark becomes U+FFFD; no text of a
    /// user has one.
    private static func separatingMarks(in text: String) -> String {
        // Most texts are ASCII, some of them long documents, so the faster check comes first.
        guard text.utf8.contains(where: { $0 >= 0x80 }), text.utf8.contains(where: { isMarkup($0) }) else { return text }
        var result = ""
        for character in text {
            let scalars = character.unicodeScalars
            if scalars.count > 1, scalars.contains(where: { $0.isASCII && isMarkup(UInt8(ascii: $0)) }) {
                result.unicodeScalars.append(
                    contentsOf: scalars.map { $0.isASCII && isMarkup(UInt8(ascii: $0)) ? "\u{FFFD}" : $0 })
            } else {
                result.append(character)
            }
        }
        return result
    }

    private static func isMarkup(_ byte: UInt8) -> Bool { "<>&\"'".utf8.contains(byte) }
}
