/// Returns a number with its noun: `1 fault`, `2 faults`.
///
/// - Parameter many: The plural; nil for the noun with an s.
func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? "\(one)s")"
}

extension Optional where Wrapped == String {
    /// Nil for the empty string, which means "none" on the bus.
    var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}

extension Array {
    /// Nil for the empty list, which means that an option was not given.
    var nonEmpty: Self? { isEmpty ? nil : self }
}

extension StringProtocol {
    /// Returns the string without the matching characters at its end.
    func trimmingSuffix(while isRemoved: (Character) -> Bool) -> String {
        String(prefix(upTo: lastIndex { !isRemoved($0) }.map { index(after: $0) } ?? startIndex))
    }
}
