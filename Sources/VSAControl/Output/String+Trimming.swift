extension StringProtocol {
    /// The string without white space and line ends at its beginning and end.
    var trimmingWhitespace: String {
        let rest = drop { $0.isWhitespace }
        return String(rest.prefix(upTo: rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex))
    }
}
