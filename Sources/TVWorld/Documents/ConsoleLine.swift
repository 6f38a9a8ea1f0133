/// A line for the console of a session: one command of `entitle`, from a closed list.
public struct ConsoleLine: Sendable, Equatable {
    /// The reason why a text is not accepted.
    public struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
        public let description: String
    }

    /// The line.
    public let text: String

    /// The accepted commands: those of `entitle` that neither open programs on the desktop nor end it.
    public static let names = [
        "setRequestor", "setOptions", "checkAuthentication", "getAuthentication", "setSelectedProvider",
        "handleExternalURL", "checkAuthorization", "getAuthorization", "checkPreauthorizedResources", "preauthorize",
        "getSelectedProvider", "getMetadata", "logout", "login", "wait", "help",
    ]

    /// The maximum length in Unicode scalars.
    public static let limit = 1_024

    /// Checks a line.
    ///
    /// - Throws: ``Failure`` that lists the accepted commands.
    public init(_ text: String) throws(Failure) {
        let scalars = text.unicodeScalars
        guard (1...Self.limit).contains(scalars.count),
            scalars.allSatisfy({ $0.properties.generalCategory != .control && !$0.properties.isWhitespace || $0 == " " })
        else {
            throw Failure(description: "A line has 1 to \(Self.limit) characters, no line breaks and no control characters.")
        }
        let name = scalars.split(separator: " ", maxSplits: 1).first.map { String(Substring($0)) } ?? ""
        guard Self.names.contains(name) else {
            let nearest = NearestName.find(String(name.prefix(64)), in: Self.names).map { " Did you mean \($0)?" } ?? ""
            throw Failure(
                description: "A line begins with a command of entitle: \(Self.names.joined(separator: ", ")).\(nearest)")
        }
        self.text = text
    }
}
