import Encodings

/// A key file in the format of the desktop entry specification: groups of keys with values.
struct KeyFile {
    private let lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n").map(\.trimmingWhitespace)
    }

    /// Returns the value of a key in a group, without escapes; nil if there is none.
    func value(of key: String, in group: String) -> String? {
        var isInGroup = false
        for line in lines {
            if line.first == "[" {
                isInGroup = line == "[\(group)]"
            } else if isInGroup, line.first != "#", let equals = line.firstIndex(of: "="),
                line[..<equals].trimmingWhitespace == key
            {
                return Self.unescaped(line[line.index(after: equals)...].trimmingWhitespace)
            }
        }
        return nil
    }

    private static func unescaped(_ text: String) -> String {
        var rest = text[...]
        var result = ""
        while let character = rest.popFirst() {
            guard character == "\\", let escaped = rest.popFirst() else {
                result.append(character)
                continue
            }
            result.append(["s": " ", "n": "\n", "t": "\t", "r": "\r"][escaped] ?? escaped)
        }
        return result
    }
}
