/// Returns a number with its noun: `1 fault`, `2 faults`.
///
/// - Parameter many: The plural; nil for the noun with an s.
func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? "\(one)s")"
}
