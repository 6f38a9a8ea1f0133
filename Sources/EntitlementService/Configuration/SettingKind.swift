import Dates
import Encodings
import TVWorld

/// The kinds of values of settings.
public indirect enum SettingKind: Sendable, Equatable {
    /// `HOST:PORT`
    case address
    /// An `http` or `https` URL with only a host and a port.
    case url
    /// An IP address, or a range of addresses with a common prefix.
    case addressRange
    /// A name or an IP address, without a port.
    case host
    /// One or more values of a kind: in the file a list, elsewhere separated by commas.
    case list(SettingKind)
    /// The path of a file or folder.
    case path
    /// A PostgreSQL connection URL or string.
    case database
    /// The name of a schema in a database.
    case schema
    /// A name that may be part of a file's name.
    case name
    /// A secret of at least 16 printable ASCII characters.
    case token
    /// On or off.
    case toggle
    /// One of these words.
    case choice([String])
    /// A whole number.
    case count(ClosedRange<Int64>)
    /// A duration, with bounds in seconds.
    case span(ClosedRange<Int64>)

    /// The accepted values, for error messages.
    public var accepted: String {
        switch self {
        case .address: "HOST:PORT with a port from 0 to 65535, such as 127.0.0.1:8080 or [::1]:0"
        case .url:
            "an http or https URL up to its host or port (no user, path, query or fragment), such as https://tv.example.com"
        case .addressRange: "an IP address or ADDRESS/BITS, such as 127.0.0.1 or 10.0.0.0/8"
        case .host: "a name or an IP address without a port, such as tv.example.com or [fd00::1]"
        case .list(let kind): "\(kind.accepted); separate several with commas"
        case .path: "the path of a file or folder"
        case .database: "a URL such as postgresql://USER@HOST/NAME, or libpq's NAME=VALUE pairs, such as service=tv"
        case .schema: "1 to 63 letters a to z, digits and '_', not beginning with a digit or pg_"
        case .name: "up to 64 letters, digits, '-', '_' and '.', not beginning with a dot"
        case .token: "at least 16 printable ASCII characters without blanks"
        case .toggle: "on or off"
        case .choice(let words): words.joined(separator: ", ")
        case .count(let range): "a whole number from \(range.inWords)"
        case .span(let range):
            "a time from \(range.lowerBound)s to \(range.upperBound)s: a number with s, m, h or d, such as 90s or 5m"
        }
    }

    /// Returns whether a string is of this kind.
    public func accepts(_ text: String) -> Bool {
        switch self {
        case .address: ListenAddress(text) != nil
        case .url: Self.publicURL(text) != nil
        case .addressRange: AddressRange(text) != nil
        case .host: HostAuthority(text).map { $0.port == nil } ?? false
        case .list(let kind): Self.elements(text).allSatisfy(kind.accepts)
        case .path: !text.isEmpty && !text.utf8.contains(0) && text.utf8.count <= 4_096
        case .database:
            text.utf8.count <= 4_096 && !text.utf8.contains(0)
                && (text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") || text.contains("="))
        case .schema: text.wholeMatch(of: /[a-z_][a-z0-9_]{0,62}/) != nil && !text.hasPrefix("pg_")
        case .name:
            (1...64).contains(text.utf8.count) && !text.hasPrefix(".")
                && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_.".utf8.contains($0) }
        case .token: text.utf8.count >= 16 && text.utf8.allSatisfy { $0 > 32 && $0 < 127 }
        case .toggle: Self.bool(text) != nil
        case .choice(let words): words.contains(text)
        case .count(let range): Self.number(text).map(range.contains) ?? false
        case .span(let range): DurationText.seconds(text).map(range.contains) ?? false
        }
    }

    /// Returns the Boolean for `on` and `off`, and YAML's equivalents.
    static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "on", "true", "yes": true
        case "off", "false", "no": false
        default: nil
        }
    }

    /// Returns the URL without a trailing slash; nil if it has more than scheme, host and port.
    static func publicURL(_ text: String) -> String? {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        for scheme in ["http", "https"] where text.lowercased().hasPrefix(scheme + "://") {
            guard let host = HostAuthority(String(text.dropFirst(scheme.count + 3))), host.port != 0 else { return nil }
            return "\(scheme)://\(host)"
        }
        return nil
    }

    static func elements(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingWhitespace)
    }

    /// Returns a number that consists only of digits: no sign, no spaces.
    static func number(_ text: some StringProtocol) -> Int64? {
        text.utf8.allSatisfy(\.isASCIIDigit) ? Int64(text) : nil
    }
}
