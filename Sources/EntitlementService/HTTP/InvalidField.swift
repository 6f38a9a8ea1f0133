/// A member of an administrative call, or one of its parameters, that is not accepted.
struct InvalidField: Sendable {
    /// Its name, such as `platformAuthnTTL.ios`.
    let name: String
    /// What is wrong, after the name: `takes true or false`.
    let problem: String
    /// Whether it may also be null.
    var isNullable = false

    /// The message for a caller, which begins with the name.
    var message: String { "\(name) \(problem)\(isNullable ? ", or null" : "")." }

    /// Returns the message for the user of a form, whose field has a label, and is empty for null.
    func message(label: String) -> String { "\"\(label)\" \(problem)\(isNullable ? ", or nothing" : "")." }
}
