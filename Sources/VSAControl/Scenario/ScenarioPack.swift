/// The scenarios that come with `vsactl`: one for each row of the single-sign-on tables that it can set up by itself.
enum ScenarioPack {
    /// One of them.
    struct Entry: Sendable {
        /// Its name.
        var name: String
        /// What it is about, in one line: the comment that its text begins with.
        var summary: String { String(source.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }) }
        /// Its text.
        var source: String
    }

    /// The text of the scenario that is there with no file at all.
    static let defaultSource = """
        # The built-in world: nothing granted, nobody signed in.
        schema: vsa-scenario/1
        name: default

        """

    /// All of them, in the order of the tables.
    static let all: [Entry] = setRequestor + getAuthentication
}
