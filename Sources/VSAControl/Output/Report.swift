/// What a command has to say, for people and for programs.
protocol Report {
    /// For programs: one document.
    var document: JSON { get }
    /// For people; empty prints nothing.
    func text(_ style: Style) -> String
}
