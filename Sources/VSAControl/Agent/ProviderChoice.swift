import FoundationEssentials
import TVWorld

/// The rows of a picker, numbered, and searchable by parts of their names.
struct ProviderChoice: Sendable, Equatable {
    /// One row.
    struct Row: Sendable, Equatable {
        /// The number, starting at 1, which does not change when rows are filtered.
        var number: Int
        /// The displayed title.
        var title: String
        /// The displayed remark.
        var remark: String?
        /// The answer if the row is selected.
        var answer: PromptAnswer
        /// Whether the app features it.
        var isFeatured: Bool
        /// The string that a filter is compared with.
        fileprivate var searched: String
        /// The identifier and the name.
        fileprivate var names: [String]
        fileprivate var isOther: Bool { answer == .otherProvider }
    }

    /// The rows, with "Other TV Provider" at the end.
    let rows: [Row]

    /// Creates the rows of a picker for an app.
    init(_ picker: PickerSubject, applicationName: String) {
        let application = SafeText.line(applicationName)
        var rows = picker.rows.enumerated().map { index, row in
            let title = SafeText.line(row.name.isEmpty ? row.id : row.name)
            return Row(
                number: index + 1, title: title, remark: Self.remark(row, application), answer: .provider(row.id),
                isFeatured: row.isFeatured, searched: Self.folded(title) + "\n" + Self.folded(row.id),
                names: [Self.folded(row.id), Self.folded(title)])
        }
        if picker.offersOther {
            rows.append(
                Row(
                    number: rows.count + 1, title: "Other TV Provider", remark: nil, answer: .otherProvider, isFeatured: false,
                    searched: "", names: ["other", "other tv provider"]))
        }
        self.rows = rows
    }

    /// Returns the indices in `rows` of the providers that match a filter.
    func matching(_ filter: String) -> [Int] {
        let words = Self.folded(filter).split(separator: " ")
        return rows.indices.filter { index in
            !rows[index].isOther && words.allSatisfy { rows[index].searched.contains($0) }
        }
    }

    /// Returns the index of a row by its number, its identifier or its complete name.
    func named(_ text: String) -> Int? {
        let name = Self.folded(text.trimmingWhitespace)
        if let exact = rows.firstIndex(where: { $0.names.contains(name) }) { return exact }
        return numbered(name)
    }

    /// Returns the index of the row with a number.
    private func numbered(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
        return (1...rows.count).contains(number) ? number - 1 : nil
    }

    /// Returns the remark, worded as in the graphical picker.
    private static func remark(_ row: PickerSubject.Row, _ application: String) -> String? {
        if row.isOfApplication { return "Sign in within \(application)" }
        if !row.isSupported { return "Not supported by \(application)" }
        return row.isDeveloper ? "Developer provider" : nil
    }

    /// Returns the string without case and accents.
    private static func folded(_ text: String) -> String {
        LinkedBackend.current.folded(text)
    }
}
