import Foundation

/// The rows of a picker, numbered, and found by parts of their names. The same on a screen and in a pipe.
struct ProviderChoice: Sendable, Equatable {
    /// One row.
    struct Row: Sendable, Equatable {
        /// Its number, from 1: it stays when others are filtered out.
        var number: Int
        /// What it shows.
        var title: String
        /// What there is to know about it.
        var remark: String?
        /// What choosing it answers.
        var answer: AgentAnswer
        /// Whether the app features it.
        var isFeatured: Bool
        /// What a filter is compared with.
        fileprivate var searched: String
        /// The identifier and the name.
        fileprivate var names: [String]
        fileprivate var isOther: Bool
    }

    /// The rows, "Other TV Provider" at the end.
    let rows: [Row]

    /// The rows of a picker that an app asked for.
    init(_ picker: PickerSubject, applicationName: String) {
        let application = SafeText.line(applicationName)
        var rows: [Row] = []
        rows.reserveCapacity(picker.rows.count + 1)
        for row in picker.rows {
            let title = SafeText.line(row.name.isEmpty ? row.id : row.name)
            rows.append(
                Row(
                    number: rows.count + 1, title: title, remark: Self.remark(row, application), answer: .provider(row.id),
                    isFeatured: row.isFeatured, searched: Self.folded(title) + "\n" + Self.folded(row.id),
                    names: [Self.folded(row.id), Self.folded(title)], isOther: false))
        }
        if picker.offersOther {
            rows.append(
                Row(
                    number: rows.count + 1, title: "Other TV Provider", remark: nil, answer: .otherProvider, isFeatured: false,
                    searched: "", names: ["other", "other tv provider"], isOther: true))
        }
        self.rows = rows
    }

    /// The places in `rows` that fit a filter. "Other TV Provider" always does: it is for whoever does not find theirs.
    func matching(_ filter: String) -> [Int] {
        let words = Self.folded(filter).split(separator: " ")
        return rows.indices.filter { index in
            rows[index].isOther || words.allSatisfy { rows[index].searched.contains($0) }
        }
    }

    /// Whether a row was found, and not only always there.
    func isFound(_ index: Int) -> Bool { !rows[index].isOther }

    /// The place of a row that a text names: by its number, its identifier or its whole name.
    func named(_ text: String) -> Int? {
        let name = Self.folded(text.trimmingCharacters(in: .whitespaces))
        if let exact = rows.firstIndex(where: { $0.names.contains(name) }) { return exact }
        return numbered(name)
    }

    /// The place of the row with a number.
    func numbered(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
        return (1...rows.count).contains(number) ? number - 1 : nil
    }

    /// In the words of the graphical picker.
    private static func remark(_ row: PickerSubject.Row, _ application: String) -> String? {
        if row.isOfApplication { return "Sign in within \(application)" }
        if !row.isSupported { return "Not supported by \(application)" }
        return row.isDeveloper ? "Developer provider" : nil
    }

    /// Without regard to case and accents.
    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
