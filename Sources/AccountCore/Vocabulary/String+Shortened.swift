extension String {
    /// Returns the string if it has at most this many bytes of UTF-8, otherwise its beginning followed by `…`.
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
