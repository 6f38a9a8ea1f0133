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

    /// No such thing among those that are known, with the nearest name or the whole list.
    ///
    /// - Parameters:
    ///   - kind: What the name should have named: `provider`.
    ///   - name: The name given.
    ///   - known: The names that exist.
    public static func noSuch(_ kind: String, _ name: String, known: [String]) -> Failure {
        let advice: String
        if let nearest = NearestName.find(name, in: known) {
            advice = "Did you mean \(nearest)?"
        } else if known.isEmpty {
            advice = "No \(kind) is known yet."
        } else {
            advice = "Known: \(known.sorted().joined(separator: ", "))."
        }
        return Failure(.notFound, "no such \(kind): \(name)", advice: advice)
    }
}
