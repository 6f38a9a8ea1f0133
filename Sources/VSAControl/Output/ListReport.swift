import TVWorld

/// A list: an array for programs, and for users a table with a row for each element; an empty one prints nothing to
/// standard output.
struct ListReport: Report {
    let document: JSON
    let table: Table
    let absence: String?

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - name: The name of the array in the document.
    ///   - json: Returns an element of the array.
    ///   - columns: The headings, each with its cell for an element.
    init<Element>(
        _ name: String, _ elements: [Element], json: (Element) -> JSON, columns: Table.Columns<Element>
    ) {
        // `customSchemes`: "No custom schemes."
        absence = "No \(name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined())."
        document = .document([name: .array(elements.map(json))])
        table = Table(elements, columns: columns)
    }

    func text(_ style: Style) -> String { table.rows.isEmpty ? "" : table.text(style) }
}
