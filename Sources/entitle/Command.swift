import Foundation
import TVWorld

/// The syntax of the protocol's lines.
enum Command {
    /// The reason why a line is not a command.
    struct Failure: Error {
        let text: String
    }

    /// The longest timeout of `wait`, in seconds.
    private static let longestWait = 86_400.0

    /// Returns arguments as lines. If any of them contains white space, each argument is a line; otherwise the name of a command
    /// begins a line, and the following arguments belong to it.
    static func lines(from arguments: [String], names: [String]) -> [String] {
        guard !arguments.contains(where: { $0.contains(where: \.isWhitespace) }) else { return arguments }
        var lines: [String] = []
        for argument in arguments {
            if lines.isEmpty || names.contains(argument) {
                lines.append(argument)
            } else {
                lines[lines.count - 1] += " " + (argument.isEmpty ? "''" : argument)
            }
        }
        return lines
    }

    /// Rejects arguments that resemble a command: they would become arguments of the command before them. Nothing is rejected
    /// where each argument is a line, or directly after `wait`.
    static func rejectMisspelled(in arguments: [String], names: [String]) throws(Failure) {
        // A misspelled first command is reported as such.
        guard let first = arguments.first, names.contains(first),
            !arguments.contains(where: { $0.contains(where: \.isWhitespace) })
        else { return }
        for (previous, word) in zip(arguments, arguments.dropFirst()) where previous != "wait" && !names.contains(word) {
            guard word.count <= 64, word.allSatisfy(\.isLetter), let nearest = NearestName.find(word, in: names)
            else { continue }
            // Stricter than for a command in its place, because resources and MVPDs can have short names.
            let distance = NearestName.distance(Array(word.lowercased()), Array(nearest.lowercased()))
            guard distance * 3 <= nearest.count else { continue }
            throw Failure(
                text: "\(word) is not a command; did you mean the command \(nearest)? If not, quote the whole command.")
        }
    }

    /// Splits a line into the command's name and the rest; nil if it is empty or a comment.
    static func parts(of line: String) -> (name: String, rest: String)? {
        // A file can begin with a byte-order mark.
        let line = line.trimmingPrefix("\u{FEFF}").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
        // By scalars: a mark that combines with the preceding space (as U+200D does) belongs to the word.
        let parts = line.unicodeScalars.split(maxSplits: 1, whereSeparator: \.properties.isWhitespace)
        return (String(parts[0]), parts.count == 2 ? String(parts[1]).trimmingCharacters(in: .whitespaces) : "")
    }

    /// Returns the failure of a line that begins with no command.
    static func unknown(_ name: String, _ names: [String]) -> Failure {
        let name = name.prefix(64)
        guard let nearest = NearestName.find(String(name), in: names) else {
            return Failure(text: "Unknown command \(name); accepted: \(names.joined(separator: ", ")).")
        }
        return Failure(text: "Unknown command \(name); did you mean \(nearest)?")
    }

    /// Returns the command with a name, which takes no arguments; nil if it is not among them.
    static func single<Value>(_ name: String, _ words: [String], among commands: [String: Value]) throws(Failure) -> Value? {
        guard let command = commands[name] else { return nil }
        guard words.isEmpty else {
            throw Failure(text: "\(name) takes no arguments, but got \(words.joined(separator: " ")).")
        }
        return command
    }

    /// Returns the arguments of `login`.
    static func credentials(_ words: [String]) throws(Failure) -> (user: String, password: String) {
        guard words.count == 2 else { throw Failure(text: "login needs a user name and a password.") }
        return (words[0], words[1])
    }

    /// Returns the arguments of `wait`: what it waits for, its members, and for how many seconds.
    static func wait(
        _ words: [String], for accepted: [String], _ noun: String
    ) throws(Failure) -> (name: String, conditions: [String: String], seconds: Double) {
        guard let name = words.first else { throw Failure(text: "wait needs the name of the \(noun).") }
        guard accepted.contains(name) else {
            let nearest = NearestName.find(String(name.prefix(64)), in: accepted).map { "did you mean \($0)?" }
            let hint = nearest ?? "accepted: \(accepted.joined(separator: ", "))."
            throw Failure(text: "Unknown \(noun): \(name.prefix(64)); \(hint)")
        }
        var rest = Array(words.dropFirst())
        var seconds = 30.0
        if let last = rest.last, !last.contains("=") {
            let number = Double(last.hasSuffix("s") ? String(last.dropLast()) : last)
            guard let number, (0...longestWait).contains(number) else {
                throw Failure(text: "wait takes seconds from 0 to \(Int(longestWait)), not \(last).")
            }
            seconds = number
            rest.removeLast()
        }
        return (name, try pairs(rest, "wait"), seconds)
    }

    /// Splits `KEY=VALUE` words. Each key may occur once.
    static func pairs(_ words: [String], _ name: String) throws(Failure) -> [String: String] {
        var pairs: [String: String] = [:]
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
                throw Failure(text: "\(name) takes KEY=VALUE, not \(word).")
            }
            let (key, value) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
            guard pairs.updateValue(value, forKey: key) == nil else {
                throw Failure(text: "\(name) takes each key once, but got \(key) twice.")
            }
        }
        return pairs
    }

    /// Rejects keys that are not accepted.
    static func check(_ pairs: [String: String], of name: String, accepting keys: [String]) throws(Failure) {
        guard let key = pairs.keys.sorted().first(where: { !keys.contains($0) }) else { return }
        throw Failure(text: "\(name) takes \(keys.isEmpty ? "no keys" : keys.joined(separator: ", ")), not \(key).")
    }

    /// Splits a string into words; quotation marks keep spaces in a word.
    static func words(_ text: String) throws(Failure) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if let mark = quote {
                if scalar == mark { quote = nil } else { word?.unicodeScalars.append(scalar) }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
                word = word ?? ""
            } else if scalar.properties.isWhitespace {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                word = word ?? ""
                word?.unicodeScalars.append(scalar)
            }
        }
        guard quote == nil else { throw Failure(text: "A quotation mark is not closed: \(text)") }
        if let word { words.append(word) }
        return words
    }
}

/// A type that executes the commands of an app, one after the other, on a separate thread.
protocol CommandPlayer: SendableMetatype {
    /// The action of a command.
    typealias Action = @Sendable (inout Self) -> Void

    static var names: [String] { get }

    var output: Output { get }

    /// Returns the action of a command.
    ///
    /// - Parameter rest: The line after the command's name.
    static func action(_ name: String, _ rest: String) throws(Command.Failure) -> Action
    /// Prepares for a command.
    mutating func begin(_ name: String)
}

extension CommandPlayer {
    /// Checks a line without executing it.
    static func check(_ line: String) throws(Command.Failure) {
        if let (name, rest) = Command.parts(of: line) { _ = try action(name, rest) }
    }

    /// Executes lines until `quit` or the end.
    mutating func execute(_ lines: CommandLines) {
        var lines = lines
        while let line = lines.next() {
            do throws(Command.Failure) {
                guard let (name, rest) = Command.parts(of: line) else { continue }
                let action = try Self.action(name, rest)
                begin(name)
                action(&self)
                if name == "quit" { return }
            } catch {
                output.error(error.text)
            }
        }
    }
}
