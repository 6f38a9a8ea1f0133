extension StringProtocol {
    /// Returns the string without the matching characters at its end.
    func trimmingSuffix(while isRemoved: (Character) -> Bool) -> String {
        String(prefix(upTo: lastIndex { !isRemoved($0) }.map { index(after: $0) } ?? startIndex))
    }
}
