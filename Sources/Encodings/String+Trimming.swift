extension String {
    /// The string without the white space at both ends.
    package var trimmingWhitespace: String { self[...].trimmingWhitespace }
}

extension Substring {
    /// The string without the white space at both ends.
    package var trimmingWhitespace: String {
        var result = drop(while: \.isWhitespace)
        while result.last?.isWhitespace == true { result.removeLast() }
        return String(result)
    }
}
