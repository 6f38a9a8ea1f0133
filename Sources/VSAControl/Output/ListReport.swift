import TVWorld

/// A list: an array for programs, and for users a table with a row for each element; an empty one prints nothing.
struct ListReport: Report {
    let document: JSON
    let table: Table

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - name: The name of the array in the document.
    ///   - json: Returns an element of the array.
    ///   - columns: The headings, each with its cell for an element.
    init<Element>(
        _ name: String, _ elements: [Element], json: (Element) -> JSON, columns: Table.Columns<Element>
    ) {
        document = .document([name: .array(elements.map(json))])
        table = Table(elements, columns: columns)
    }

    func text(_ style: Style) -> String { table.rows.isEmpty ? "" : table.text(style) }
}
