/// `.flatpak-info`, which Flatpak creates in the root folder of every sandbox: a key file in the format of the desktop entry
/// specification.
enum FlatpakMetadata {
    /// The file.
    static let fileName = ".flatpak-info"
    /// The maximum size, in bytes. Real files have about one thousand.
    static let limit = 65_536

    /// Returns the app's identifier: `name` in the group `Application`, or else in `Runtime`, with which a runtime is run like an
    /// app.
    static func application(in text: String) -> String? {
        for group in ["Application", "Runtime"] {
            if let name = value(of: "name", in: group, text) { return name }
        }
        return nil
    }

    private static func value(of key: String, in group: String, _ text: String) -> String? {
        var isInGroup = false
        for line in text.split(separator: "\n") {
            let line = trimmed(line)
            if line.first == "[" {
                isInGroup = line == "[\(group)]"
            } else if isInGroup, line.first != "#", let equals = line.firstIndex(of: "="), trimmed(line[..<equals]) == key {
                return String(trimmed(line[line.index(after: equals)...]))
            }
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}
