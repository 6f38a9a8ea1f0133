import TVWorld

/// A single item: a document for programs, and for users a text, or its properties as names and values.
struct RecordReport: Report {
    let document: JSON
    let absence: String?
    private let write: (Style) -> String

    /// Creates a report.
    ///
    /// - Parameter text: Returns the output for users; an empty string prints nothing.
    init(document: JSON, absence: String? = nil, text: @escaping (Style) -> String) {
        self.document = document
        self.absence = absence
        write = text
    }

    /// Creates a report with a text.
    init(_ members: KeyValuePairs<String, JSON>, text: String, _ emphasis: Style.Emphasis = .plain) {
        self.init(document: .document(members)) { $0.text(text, emphasis) }
    }

    /// Creates a report with names and values.
    init(_ members: KeyValuePairs<String, JSON>, pairs: KeyValuePairs<String, Table.Cell>) {
        self.init(document: .document(members)) { Table.pairs(pairs).text($0) }
    }

    func text(_ style: Style) -> String { write(style) }
}
