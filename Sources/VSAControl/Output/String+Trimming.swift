extension StringProtocol {
    /// The string without white space and line ends at its beginning and end.
    var trimmingWhitespace: String { drop(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace) }

    /// Returns the string without the matching characters at its end.
    func trimmingSuffix(while isRemoved: (Character) -> Bool) -> String {
        String(prefix(upTo: lastIndex { !isRemoved($0) }.map { index(after: $0) } ?? startIndex))
    }
}
