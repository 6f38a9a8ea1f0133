import CDBus
import Glibc

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
        let reason = error.message.map { String(cString: $0) } ?? "it breaks the syntax rules of the D-Bus specification"
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
