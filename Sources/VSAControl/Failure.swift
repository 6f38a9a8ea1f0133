import FoundationEssentials
import Glibc
import StateDirectory
import TVWorld

/// The exit codes of `vsactl`. `run` exits with its command's code instead, 128 + signal if the command was killed.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Done, or nothing to do.
    case success = 0
    /// Failed for a reason without a specific code.
    case failed = 1
    /// The time limit expired.
    case timedOut = 3
    /// A predicate or assertion is false.
    case isFalse = 4
    /// Nobody could answer the prompt.
    case nobodyAnswered = 5
    /// A daemon is not reachable.
    case unreachable = 8
    /// No such app, provider, subscriber, statement, …
    case notFound = 10
    /// Wrong usage (`EX_USAGE`).
    case usage = 64
    /// The data given is not valid (`EX_DATAERR`).
    case invalidData = 65
    /// `run` could not set up its session.
    case setUpFailed = 125
}

/// The failure of a command: the message on standard error and the exit code.
public struct Failure: Error, Sendable, Equatable {
    /// The exit code.
    public var status: ExitStatus
    /// The message: one sentence without a full stop.
    public var message: String
    /// The remedy.
    public var advice: String?
    /// The member of a call to a daemon that is not accepted; the message begins with it.
    public var field: String?

    /// Creates a failure with a message.
    public init(_ status: ExitStatus, _ message: String, advice: String? = nil, field: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
        self.field = field
    }

    /// The text for standard error.
    public var text: String {
        let first = "vsactl: \(message)"
        return advice.map { first + "\n" + $0.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n") } ?? first
    }

    /// The maximum number of listed names; a command lists the rest.
    private static let longestList = 12
    /// The maximum number of completions: if there are more, the prefix is too ambiguous.
    private static let fewNames = 5

    /// Returns the failure for an unknown name, with the nearest names or the whole list.
    ///
    /// - Parameters:
    ///   - kind: The kind of thing: `provider`.
    ///   - name: The name given.
    ///   - known: The names that exist.
    ///   - listing: The command that lists them all.
    public static func noSuch(_ kind: String, _ name: String, known: [String], listing: String? = nil) -> Failure {
        let advice = suggestion(for: name, among: known, listing: listing) ?? "No \(kind) is known yet."
        return Failure(.notFound, "no such \(kind): \(name.isEmpty ? "''" : name)", advice: advice)
    }

    /// Returns suggestions: names that begin with the given one, or else the nearest, or else all; nil if there are none.
    static func suggestion(for name: String, among known: [String], listing: String? = nil) -> String? {
        let names = Set(known).sorted()
        if names.isEmpty { return nil }
        let longer = name.isEmpty ? [] : names.filter { $0.lowercased().hasPrefix(name.lowercased()) }
        let more = names.count > longestList ? listing.map { "\nAll of them: \($0)" } ?? "" : ""
        if (2...fewNames).contains(longer.count) {
            return "Did you mean \(longer.dropLast().joined(separator: ", ")) or \(longer[longer.count - 1])?" + more
        }
        if let nearest = longer.count == 1 ? longer[0] : NearestName.find(name, in: names) {
            return "Did you mean \(nearest)?" + more
        }
        if names.count <= longestList { return "Known: \(names.joined(separator: ", "))." }
        return listing.map { "\(names.count) are known: \($0)" }
            ?? "\(names.count) are known, among them \(names.prefix(longestList).joined(separator: ", "))."
    }
}

extension Error {
    /// The message of a failure, without the advice; the error itself if it is of another kind.
    var shortMessage: String { (self as? Failure)?.message ?? "\(self)" }
}

extension Array {
    /// Returns the first element with a name.
    ///
    /// - Parameter names: The kinds of names, those that take precedence first. An empty one is none.
    /// - Throws: `Failure` with the nearest name if there is none.
    func element(
        named wanted: String, by names: ((Element) -> String)..., as kind: String, listing: String? = nil
    ) throws -> Element {
        for name in names where !wanted.isEmpty {
            if let found = first(where: { name($0) == wanted }) { return found }
        }
        throw Failure.noSuch(kind, wanted, known: names.flatMap(map).filter { !$0.isEmpty }, listing: listing)
    }

    /// Returns the only element whose name begins with the given text; names are in lowercase.
    ///
    /// - Throws: `Failure` with the nearest name if there is none, or more than one.
    func element(
        beginning text: String, by name: (Element) -> String, as kind: String, listing: String? = nil
    ) throws -> Element {
        let found = text.isEmpty ? [] : filter { name($0).hasPrefix(text.lowercased()) }
        guard found.count == 1 else { throw Failure.noSuch(kind, text, known: map(name), listing: listing) }
        return found[0]
    }
}

extension Error {
    /// The system's description of what failed in the file system; the error itself if it has another cause.
    var reason: String {
        (self as? SystemFailure)?.reason
            ?? ((self as? CocoaError)?.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) } ?? "\(self)"
    }
}
