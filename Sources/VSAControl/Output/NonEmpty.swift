extension Optional where Wrapped == String {
    /// Nil for the empty string, which means "none" on the bus.
    var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}

extension Array {
    /// Nil for the empty list, which means that an option was not given.
    var nonEmpty: Self? { isEmpty ? nil : self }
}
