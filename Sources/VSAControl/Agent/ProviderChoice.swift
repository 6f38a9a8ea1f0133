import FoundationEssentials
import TVWorld

/// The rows of a picker, searchable by parts of their names. Their numbers, from 1, are the same in every list of matches.
struct ProviderChoice: Sendable, Equatable {
    struct Row: Sendable, Equatable {
        var title: String
        var remark: String?
        var answer: PromptAnswer
        var isFeatured = false
        /// The identifier and the name, without case and accents, with which a filter is compared.
        fileprivate var names: [String]
    }

    /// The rows, with "Other TV Provider" at the end.
    let rows: [Row]

    init(_ picker: PickerSubject, applicationName: String) {
        let application = SafeText.line(applicationName)
        var rows = picker.rows.map { row in
            let title = SafeText.line(row.name.isEmpty ? row.id : row.name)
            return Row(
                title: title, remark: Self.remark(row, application), answer: .provider(row.id), isFeatured: row.isFeatured,
                names: [Self.folded(row.id), Self.folded(title)])
        }
        if picker.offersOther {
            rows.append(Row(title: "Other TV Provider", answer: .otherProvider, names: ["other", "other tv provider"]))
        }
        self.rows = rows
    }

    /// Returns the indices in `rows` of the providers that match a filter.
    func matching(_ filter: String) -> [Int] {
        let words = Self.folded(filter).split(separator: " ")
        return rows.indices.filter { index in
            rows[index].answer != .otherProvider
                && words.allSatisfy { word in rows[index].names.contains { $0.contains(word) } }
        }
    }

    /// Returns the index of a row by its number, its identifier or its complete name.
    func named(_ text: String) -> Int? {
        let name = Self.folded(text)
        if let exact = rows.firstIndex(where: { $0.names.contains(name) }) { return exact }
        guard name.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(name) else { return nil }
        return rows.indices.contains(number - 1) ? number - 1 : nil
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
