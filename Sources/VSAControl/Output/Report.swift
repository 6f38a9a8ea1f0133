import TVWorld

/// The output of a command, for users and for programs.
struct Report {
    /// The output for programs: one document.
    let document: JSON
    /// The message on a terminal if the text is empty: `No faults.`
    var absence: String?
    /// Returns the output for users; an empty string prints nothing.
    let text: (Style) -> String
}

extension Report {
    /// Creates a report with a text.
    init(_ members: KeyValuePairs<String, JSON>, text: String, _ emphasis: Style.Emphasis = .plain) {
        self.init(document: .document(members)) { $0.text(text, emphasis) }
    }

    /// Creates a report with names and values.
    init(_ members: KeyValuePairs<String, JSON>, pairs: KeyValuePairs<String, Table.Cell>) {
        self.init(document: .document(members), text: Table.pairs(pairs).text)
    }

    /// Creates a list: an array for programs, and for users a table with a row for each element; an empty one prints nothing to
    /// standard output.
    ///
    /// - Parameters:
    ///   - name: The name of the array in the document.
    ///   - json: Returns an element of the array.
    ///   - columns: The headings, each with its cell for an element.
    init<Element>(
        _ name: String, _ elements: [Element], json: (Element) -> JSON, columns: Table.Columns<Element>
    ) {
        let table = Table(elements, columns: columns)
        // `customSchemes`: "No custom schemes."
        let words = name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
        self.init(document: .document([name: .array(elements.map(json))]), absence: "No \(words).") { style in
            table.rows.isEmpty ? "" : table.text(style)
        }
    }
}
