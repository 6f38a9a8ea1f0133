import TVWorld

/// `--print-config`
extension ServiceConfiguration {
    /// The version of the JSON document.
    static let schema = 1

    /// A line for each setting: name, value, origin. Secrets are masked.
    public var report: String {
        let rows = Setting.allCases.map { setting -> [String] in
            let value = self[setting]
            return [setting.rawValue, shown(setting) ?? "-", value.source.place ?? value.source.name]
        }
        let table = [["SETTING", "VALUE", "FROM"]] + rows
        let widths = (0..<2).map { column in table.map { $0[column].count }.max() ?? 0 }
        let lines = table.map { row in
            (0..<2).map { row[$0] + String(repeating: " ", count: widths[$0] - row[$0].count) }.joined(separator: "  ")
                + "  " + row[2]
        }
        return (["configuration file: \(file ?? "none")"] + lines).joined(separator: "\n")
    }

    /// The same as JSON.
    public var document: JSON {
        let settings = Setting.allCases.map { setting in
            JSON.Member(
                setting.rawValue,
                .object([
                    .init("value", .optional(shown(setting))), .init("source", .string(self[setting].source.name)),
                    .init("place", .optional(self[setting].source.place)),
                ]))
        }
        return .object([
            .init("schema", .integer(Self.schema)), .init("file", .optional(file)), .init("settings", .object(settings)),
        ])
    }

    private func shown(_ setting: Setting) -> String? {
        guard let text = self[setting].text else { return nil }
        if setting.isSecret { return "********" }
        return setting == .database ? Self.masked(text) : text
    }

    /// Returns a connection string or URL with its passwords masked.
    static func masked(_ target: String) -> String {
        // A password may contain /, ? and @ that should have been written as %2F, %3F and %40. After a host there may be a port, and
        // an @ in the parameters, which begin with a name and =.
        let password = /(:\/\/[^:\/@\[]*:)(?:(?:[^?]|\?(?!\w+=))*|(?!\d+[^?]*\/[^?]*\?\w+=)[^@]*)@/
        return target.replacing(password) { "\($0.output.1)********@" }
            .replacing(/(password\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s&]+)/) { "\($0.output.1)********" }
    }
}
