/// The scenarios that come with `vsactl`: one at least for each row of the decision tables, and one for each row of the matrix of
/// times to live.
///
/// Each begins with a comment: what it is about, and the commands that play it, as a shell takes them.
enum ScenarioPack {
    /// One of them.
    struct Entry: Sendable {
        /// Its text.
        let source: String
        /// Its name.
        let name: String
        /// What it is about, in one line.
        let summary: String
        /// The commands that play it, for `sh -e`: those in the comment after the first line.
        let script: String

        init(_ source: String) {
            let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
            let comments = lines.prefix { $0.hasPrefix("# ") }.map { $0.dropFirst(2) }
            self.source = source
            name = String(lines.first { $0.hasPrefix("name: ") }?.dropFirst("name: ".count) ?? "")
            summary = String(comments.first ?? "")
            script = comments.dropFirst().map { $0.hasPrefix("$ ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
        }

        /// The row of the decision tables that it is for, as in `sso-3.8-picked-unsupported-provider`; nil for none.
        var row: String? {
            let parts = name.split(separator: "-")
            return parts.first == "sso" && parts.count > 1 ? String(parts[1]) : nil
        }
    }

    /// The text of the scenario that is there with no file at all.
    static let defaultSource = """
        # The built-in world: nothing granted, nobody signed in.
        schema: vsa-scenario/1
        name: default

        """

    /// All of them, in the order of the tables.
    static let all: [Entry] = {
        let entries =
            setRequestor + silentSignOn + checkAuthentication + getAuthentication + picker + providerPage + authorization + logout
        // The sort is stable: several ways into a row stay in their order.
        return entries.sorted { place(of: $0).lexicographicallyPrecedes(place(of: $1)) } + lifetimes
    }()

    /// Where a row stands: its table, and its number there.
    private static func place(of entry: Entry) -> [Int] { (entry.row ?? "").split(separator: ".").compactMap { Int($0) } }
}
