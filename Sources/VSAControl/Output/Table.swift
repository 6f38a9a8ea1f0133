/// Aligned columns.
struct Table {
    /// A cell; control characters in external strings never reach the terminal.
    struct Cell {
        var text: String
        var emphasis: Style.Emphasis

        init(_ text: String, _ emphasis: Style.Emphasis = .plain) {
            self.text = SafeText.line(text)
            self.emphasis = emphasis
        }

        /// Returns a cell with `on` or `off`.
        static func state(_ isOn: Bool) -> Cell { Cell(isOn ? "on" : "off", isOn ? .good : .faint) }
    }

    /// The headings; empty for lists of names and values.
    var headings: [String]
    var rows: [[Cell]]

    /// The headings of a table, each with its cell for an element.
    typealias Columns<Element> = KeyValuePairs<String, (Element) -> Cell>
}

extension Table {
    /// Creates a table with a row for each element.
    init<Element>(_ elements: [Element], columns: Columns<Element>) {
        self.init(headings: columns.map(\.key), rows: elements.map { element in columns.map { $0.value(element) } })
    }

    /// Returns a table of names and values.
    static func pairs(_ pairs: KeyValuePairs<String, Cell>) -> Table { Self.pairs(pairs.map { ($0.key, $0.value) }) }

    /// Returns a table of names and values; names without a value are left out.
    static func pairs(_ pairs: [(String, Cell?)]) -> Table {
        Table(headings: [], rows: pairs.compactMap { name, value in value.map { [Cell(name, .heading), $0] } })
    }

    /// Returns the lines, with two spaces between columns and no trailing spaces.
    func text(_ style: Style) -> String {
        let lines = (headings.isEmpty ? [] : [headings.map { Cell($0, .heading) }]) + rows
        let columns = lines.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            lines.map { column < $0.count ? TextWidth.of($0[column].text) : 0 }.max() ?? 0
        }
        return lines.map { cells in
            let lastFilled = cells.lastIndex { !$0.text.isEmpty } ?? -1
            return cells.prefix(lastFilled + 1).enumerated().map { column, cell in
                let padding = column == lastFilled ? 0 : widths[column] - TextWidth.of(cell.text)
                return style.text(cell.text, cell.emphasis) + String(repeating: " ", count: padding)
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
