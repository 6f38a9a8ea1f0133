import TVWorld

/// Why a command failed: what is printed on standard error and with which code the program ends.
public struct Failure: Error, Sendable, Equatable {
    /// The exit code.
    public var status: ExitStatus
    /// What went wrong, one sentence without a full stop.
    public var message: String
    /// What to do about it.
    public var advice: String?

    /// A failure with its text.
    public init(_ status: ExitStatus, _ message: String, advice: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
    }

    /// The text for standard error.
    public var text: String {
        let first = "vsactl: \(message)"
        return advice.map { first + "\n" + $0.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n") } ?? first
    }

    /// How many names are told at most: more are looked up with a command.
    private static let longestList = 12

    /// No such thing among those that are known, with the nearest name or the whole list.
    ///
    /// - Parameters:
    ///   - kind: What the name should have named: `provider`.
    ///   - name: The name given.
    ///   - known: The names that exist.
    ///   - listing: The command that lists them all.
    public static func noSuch(_ kind: String, _ name: String, known: [String], listing: String? = nil) -> Failure {
        let names = Set(known).sorted()
        let advice: String
        if let nearest = NearestName.find(name, in: names) {
            let more = names.count > longestList ? listing.map { "\nAll of them: \($0)" } : nil
            advice = "Did you mean \(nearest)?" + (more ?? "")
        } else if names.isEmpty {
            advice = "No \(kind) is known yet."
        } else if names.count <= longestList {
            advice = "Known: \(names.joined(separator: ", "))."
        } else if let listing {
            advice = "\(names.count) are known: \(listing)"
        } else {
            advice = "\(names.count) are known, among them \(names.prefix(longestList).joined(separator: ", "))."
        }
        return Failure(.notFound, "no such \(kind): \(name)", advice: advice)
    }
}
