extension String {
    /// The text if it has at most so many bytes of UTF-8, else its beginning and `…`.
    public func shortened(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var bytes = 0
        let beginning = unicodeScalars.prefix { scalar in
            bytes += UTF8.width(scalar)
            return bytes <= limit
        }
        return String(beginning) + "…"
    }
}
