import CDBus
import Glibc

/// A string in a form that the D-Bus specification prescribes: a name, a path, a signature.
public protocol BusText: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The string itself.
    var string: String { get }

    /// Creates a value from a string that is known only at run time.
    /// - Throws: `InvalidNameError` if the string violates the rules of the D-Bus specification.
    init(_ string: String) throws(InvalidNameError)
}

extension BusText {
    /// Creates a value from a literal. An invalid literal is a programming error and terminates the process.
    public init(stringLiteral value: String) {
        do { try self.init(value) } catch { preconditionFailure(error.description) }
    }

    public var description: String { string }
}

/// A string that libdbus can check.
protocol CheckedText: BusText {
    static var kind: NameKind { get }

    /// Creates a value from a string that libdbus has already checked.
    init(unchecked string: String)
}

extension CheckedText {
    public init(_ string: String) throws(InvalidNameError) {
        try Self.kind.validate(string)
        self.init(unchecked: string)
    }
}

/// A string is not a valid D-Bus name, path or signature.
///
/// Names are checked where they enter the program, because libdbus terminates the process if it receives an invalid one.
public struct InvalidNameError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expected kind, for example "bus name".
    public let kind: String
    /// The rejected string, shortened and with control characters escaped.
    public let text: String
    /// The reason for the rejection.
    public let reason: String

    init(kind: NameKind, text: String, reason: String) {
        self.kind = kind.rawValue
        self.text = printable(text)
        self.reason = reason
    }

    public var description: String { "'\(text)' is not a valid D-Bus \(kind): \(reason)" }
}

/// Returns an external string for use in a message: at most 80 characters, with control characters escaped.
func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(80) {
        result += scalar.value < 0x20 || scalar.value == 0x7F ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return text.unicodeScalars.count > 80 ? result + "…" : result
}

/// The kinds of names that libdbus can check.
enum NameKind: String {
    case busName = "bus name"
    case interfaceName = "interface name"
    case memberName = "member name"
    case errorName = "error name"
    case objectPath = "object path"
    case signature = "signature"

    /// Throws an error unless `text` is a name of this kind.
    func validate(_ text: String) throws(InvalidNameError) {
        // libdbus reads up to the first NUL and would accept any string after it.
        if text.containsNUL { throw InvalidNameError(kind: self, text: text, reason: "it contains a NUL character") }
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard check(text, &error) == 0 else { return }
        let reason = error.message.map { String(cString: $0) } ?? "it violates the syntax rules of the D-Bus specification"
        throw InvalidNameError(kind: self, text: text, reason: printable(reason))
    }

    private func check(_ text: String, _ error: inout DBusError) -> dbus_bool_t {
        switch self {
        case .busName: dbus_validate_bus_name(text, &error)
        case .interfaceName: dbus_validate_interface(text, &error)
        case .memberName: dbus_validate_member(text, &error)
        case .errorName: dbus_validate_error_name(text, &error)
        case .objectPath: dbus_validate_path(text, &error)
        case .signature: dbus_signature_validate(text, &error)
        }
    }
}

extension String {
    /// Whether the string contains a NUL character, at which it would end in C.
    var containsNUL: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
        } ?? utf8.contains(0)
    }
}
