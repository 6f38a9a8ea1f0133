extension Optional where Wrapped == String {
    /// Nil for the empty string, which means "none" on the bus.
    var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}
