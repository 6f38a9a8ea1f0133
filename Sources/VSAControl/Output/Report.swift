import TVWorld

/// The output of a command, for users and for programs.
protocol Report {
    /// The output for programs: one document.
    var document: JSON { get }
    /// Returns the output for users; an empty string prints nothing.
    func text(_ style: Style) -> String
    /// The message on a terminal if the text is empty: `No faults.`
    var absence: String? { get }
}

extension Report {
    var absence: String? { nil }
}
