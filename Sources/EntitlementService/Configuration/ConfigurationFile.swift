import Foundation
import TVWorld
import YAMLReading
import Yams

/// A parsed configuration file: YAML, which includes JSON; one mapping from settings to plain values or lists of them.
struct ConfigurationFile {
    struct Entry {
        var setting: Setting
        var text: String
        var line: Int
    }

    private(set) var entries: [Entry] = []
    /// The errors, with their lines.
    private(set) var mistakes: [String] = []
    private let path: String

    /// The maximum size in bytes, more than any configuration needs.
    static let limit = 65_536

    /// Parses a file's content.
    ///
    /// - Parameter path: The file's name, for messages.
    init(_ text: String, path: String) {
        self.path = path
        do {
            let parser = try BoundedYAML.parser(of: text, limit: Self.limit)
            // A file with only comments is valid and empty.
            guard let root = try parser.nextRoot() else { return }
            if let second = try parser.nextRoot() {
                complain(second.mark?.line ?? 1, "only one document is allowed")
            } else {
                read(root)
            }
        } catch let refusal as YAMLRefusal {
            complain(refusal.line, refusal.message)
        } catch {
            mistakes.append("\(path)\(Self.text(of: error))")
        }
    }

    private mutating func complain(_ line: Int, _ message: String) { mistakes.append("\(path):\(line): \(message)") }

    private mutating func read(_ root: Node) {
        guard case .mapping(let mapping) = root else {
            if case .scalar(let scalar) = root, scalar.string.isEmpty { return }
            return complain(root.mark?.line ?? 1, "expected settings, one per line, such as listen: 127.0.0.1:8080")
        }
        for (key, value) in mapping {
            let line = key.mark?.line ?? 1
            // Keys that are not strings have already been rejected.
            guard let name = key.scalar?.string else { continue }
            guard let setting = Setting(rawValue: name) else {
                complain(line, Self.unknown(name))
                continue
            }
            read(value, of: setting, line: line)
        }
    }

    private mutating func read(_ value: Node, of setting: Setting, line: Int) {
        // Nil if it does not have the right type.
        var text: String?
        let found: String
        switch value {
        case .scalar(let scalar):
            if Self.fits(value, setting.kind) { text = scalar.string }
            found = value.tag == Tag(.null) ? "nothing" : setting.found(scalar.string) + Self.advice(value, setting.kind)
        case .sequence(let elements):
            guard case .list(let kind) = setting.kind else {
                found = "a list"
                break
            }
            let list = elements.map { Self.fits($0, kind) ? $0.scalar?.string ?? "" : "" }.joined(separator: ",")
            text = list
            found = "the list \"\(list.prefix(64))\""
        case .mapping: found = "a mapping"
        case .alias: found = "an alias"
        }
        if let text, setting.kind.accepts(text) {
            entries.append(Entry(setting: setting, text: text, line: line))
        } else {
            complain(line, "\(setting.rawValue) takes \(setting.kind.accepted); found \(found)")
        }
    }

    /// Returns whether a value has the right type. Strings must be strings: a path `yes` or `12` is more likely an error than a
    /// file's name.
    private static func fits(_ value: Node, _ kind: SettingKind) -> Bool {
        switch kind {
        case .path, .address, .url, .addressRange, .host, .choice, .name, .database, .schema: value.tag == Tag(.str)
        case .list(let kind): fits(value, kind)
        case .count: value.tag == Tag(.int)
        case .toggle: value.tag == Tag(.bool) || value.tag == Tag(.str)
        case .token, .span: value.tag != Tag(.null)
        }
    }

    /// Returns what to do about a value that only has the wrong type; empty for any other value.
    private static func advice(_ value: Node, _ kind: SettingKind) -> String {
        guard !fits(value, kind), kind.accepts(value.scalar?.string ?? "") else { return "" }
        return value.tag == Tag(.str) ? ": remove the quotation marks" : ": put it in quotation marks"
    }

    private static func unknown(_ name: String) -> String {
        let known = Setting.allCases.map(\.rawValue)
        let advice =
            NearestName.find(name, in: known).map { "did you mean \($0)?" } ?? "accepted: \(known.joined(separator: ", "))"
        return "\(JSON.string(String(name.prefix(64))).serialized) is not a setting; \(advice)"
    }

    /// Returns the position and the reason of a YAML error: `:LINE: REASON`.
    private static func text(of error: any Error) -> String {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
            ":\(mark.line): neither YAML nor JSON: \(problem)"
        case .reader(let problem, _, _, _): ": neither YAML nor JSON: \(problem)"
        default: ": neither YAML nor JSON: \(error)"
        }
    }
}
