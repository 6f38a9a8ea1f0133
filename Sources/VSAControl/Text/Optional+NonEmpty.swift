extension Optional where Wrapped == String {
    /// Nil for the empty text, with which the bus says "none".
    var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}
