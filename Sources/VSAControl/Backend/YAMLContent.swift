import TVWorld

/// A parsed YAML document, with the positions of its values and keys by path.
package typealias YAMLContent = (document: JSON, values: [String: YAMLPosition], keys: [String: YAMLPosition])

/// A position in a YAML text; lines and columns start at 1.
package typealias YAMLPosition = (line: Int, column: Int)

/// A mistake in a YAML text, with its position.
package struct YAMLMistake: Error {
    package var position: YAMLPosition
    /// The path of the key; empty for the text as a whole.
    package var key: String
    package var message: String

    package init(position: YAMLPosition, key: String = "", message: String) {
        self.position = position
        self.key = key
        self.message = message
    }

    /// `line:column: key: message`, in one line that is safe for terminals.
    var text: String {
        SafeText.line("\(position.line):\(position.column): " + (key.isEmpty ? message : "\(key): \(message)"))
    }
}
