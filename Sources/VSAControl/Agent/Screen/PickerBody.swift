/// The provider list with its search field.
struct PickerBody: Sendable, Equatable {
    private let choice: ProviderChoice
    private var filter = TextField()
    /// The places of the rows that are shown.
    private var shown: [Int]
    /// The index of the displayed row that Enter selects; nil if no row matches.
    private var selected: Int?

    private static let page = 10

    init(_ picker: PickerSubject, applicationName: String) {
        choice = ProviderChoice(picker, applicationName: applicationName)
        shown = Array(choice.rows.indices)
        selected = shown.isEmpty ? nil : 0
    }

    /// Takes a key.
    mutating func take(_ key: Key) -> AgentAnswer? {
        switch key {
        case .up, .backTab: move(by: -1)
        case .down, .tab: move(by: 1)
        case .pageUp: move(by: -Self.page)
        case .pageDown: move(by: Self.page)
        case .home: move(to: 0)
        case .end: move(to: shown.count - 1)
        case .enter: return selected.map { choice.rows[shown[$0]].answer }
        default:
            let before = filter.text
            if filter.take(key), filter.text != before { search() }
        }
        return nil
    }

    /// A number goes to its row in the whole list; everything else filters.
    private mutating func search() {
        if let row = choice.numbered(filter.text) {
            shown = Array(choice.rows.indices)
            selected = row
            return
        }
        shown = choice.matching(filter.text)
        // "Other" is there always: Enter must not take it only because nothing was found.
        selected = shown.firstIndex(where: choice.isFound) ?? (filter.text.isEmpty && !shown.isEmpty ? 0 : nil)
    }

    private mutating func move(by count: Int) { move(to: (selected ?? (count > 0 ? -1 : shown.count)) + count) }

    private mutating func move(to index: Int) {
        guard !shown.isEmpty else { return }
        selected = min(max(0, index), shown.count - 1)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        let label = " Search: "
        let field = filter.shown(columns: size.columns - label.count - 14)
        let found = shown.count(where: choice.isFound)
        let search = ScreenLine(
            pieces: [
                .init(text: label, emphasis: .plain), .init(text: field.text, emphasis: .plain),
                .init(text: "   \(found) found", emphasis: .faint),
            ], cursor: label.count + field.cursor)
        var content = ScreenContent(
            head: [search, .blank], body: [], focus: 0,
            foot: [ScreenLine("Type to search, arrows select, Enter answers, Esc cancels, Ctrl-C quits.")])
        // Only what can be seen is drawn: a line-up has a thousand rows.
        let entries = entries
        content.focus = selected.flatMap { wanted in entries.firstIndex(of: .row(wanted)) } ?? 0
        let first = max(0, content.focus - size.rows)
        let visible = entries.dropFirst(first).prefix(2 * size.rows + 1)
        content.focus -= first
        content.body = visible.map(line)
        if found == 0 { content.body.insert(ScreenLine("   No TV provider was found.", .attention), at: 0) }
        return content
    }

    /// A line of the list: a heading, or a place among those shown.
    private enum Entry: Equatable {
        case heading(String)
        case row(Int)
    }

    private var entries: [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(shown.count + 2)
        let hasFeatured = shown.contains { choice.rows[$0].isFeatured }
        for (place, row) in shown.enumerated() {
            if hasFeatured, place == 0, choice.rows[row].isFeatured { entries.append(.heading("Featured")) }
            if hasFeatured, place > 0, !choice.rows[row].isFeatured, choice.rows[shown[place - 1]].isFeatured {
                entries.append(.heading("All TV providers"))
            }
            entries.append(.row(place))
        }
        return entries
    }

    private func line(_ entry: Entry) -> ScreenLine {
        switch entry {
        case .heading(let text): return ScreenLine(" " + text, .heading)
        case .row(let place):
            let row = choice.rows[shown[place]]
            let isSelected = place == selected
            let width = String(choice.rows.count).count
            let number = String(repeating: " ", count: width - String(row.number).count) + String(row.number)
            return ScreenLine(
                pieces: [
                    .init(text: isSelected ? " > " : "   ", emphasis: .plain),
                    .init(text: "\(number)  \(row.title)", emphasis: isSelected ? .selected : .plain),
                ] + (row.remark.map { [.init(text: "  (\($0))", emphasis: .faint)] } ?? []))
        }
    }
}
