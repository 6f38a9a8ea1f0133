import TVWorld

/// A single item: a document for programs, and for users a text, or its properties as names and values.
struct RecordReport: Report {
    let document: JSON
    private let plain: String
    private let emphasis: Style.Emphasis
    private let pairs: KeyValuePairs<String, Table.Cell>?

    /// Creates a report with a text.
    init(_ members: KeyValuePairs<String, JSON>, text: String, _ emphasis: Style.Emphasis = .plain) {
        (document, plain, self.emphasis, pairs) = (.document(members), text, emphasis, nil)
    }

    /// Creates a report with names and values.
    init(_ members: KeyValuePairs<String, JSON>, pairs: KeyValuePairs<String, Table.Cell>) {
        (document, plain, emphasis, self.pairs) = (.document(members), "", .plain, pairs)
    }

    func text(_ style: Style) -> String { pairs.map { Table.pairs($0).text(style) } ?? style.text(plain, emphasis) }
}
