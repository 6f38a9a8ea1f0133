extension String? {
    /// The string; nil if it is empty: a setting or a variable without a value counts as not given.
    package var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}
