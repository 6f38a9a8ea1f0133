import CGtk
import PickerModel

/// Reads and creates values of the bus.
enum Variant {
    /// Returns the string of an `s` or `o`. The bus accepts only UTF-8.
    static func text(_ value: OpaquePointer?) -> String {
        g_variant_get_string(value, nil).map { String(cString: $0) } ?? ""
    }

    /// Passes the child of a container, which is released with `g_variant_unref`, to a closure.
    static func withChild<R>(_ index: Int, of value: OpaquePointer?, _ body: (OpaquePointer?) throws -> R) rethrows -> R {
        let child = g_variant_get_child_value(value, gsize(index))
        defer { g_variant_unref(child) }
        return try body(child)
    }

    /// Whether a value has a type.
    static func hasType(_ value: OpaquePointer?, _ signature: String) -> Bool {
        g_variant_get_type_string(value).map { String(cString: $0) } == signature
    }

    /// Returns the values of an `a{sv}`.
    static func details(_ dictionary: OpaquePointer?) -> Details {
        var values: [String: BusValue] = [:]
        for index in 0..<Int(g_variant_n_children(dictionary)) {
            withChild(index, of: dictionary) { entry in
                let key = withChild(0, of: entry) { text($0) }
                values[key] = withChild(1, of: entry) { boxed in withChild(0, of: boxed) { value($0) } }
            }
        }
        return Details(values)
    }

    /// Returns the dictionaries of an `aa{sv}`.
    static func list(_ array: OpaquePointer?) -> [Details] {
        (0..<Int(g_variant_n_children(array))).map { withChild($0, of: array) { details($0) } }
    }

    private static func value(_ value: OpaquePointer?) -> BusValue {
        let signature = g_variant_get_type_string(value).map { String(cString: $0) } ?? ""
        switch signature {
        case "s", "o": return .text(text(value))
        case "b": return .flag(g_variant_get_boolean(value) != 0)
        case "u": return .number(g_variant_get_uint32(value))
        case "as": return .texts((0..<Int(g_variant_n_children(value))).map { withChild($0, of: value) { text($0) } })
        default: return .other(signature: signature)
        }
    }

    /// Returns the tuple that a method returns.
    static func reply(_ answer: Answer, to method: AgentMethod) -> OpaquePointer? {
        switch method {
        case .requestAccess, .authorizeAutoSignIn: tuple([g_variant_new_string(permission(answer))])
        case .chooseProvider: choice(answer)
        case .signIn: tuple([credentials(answer)])
        }
    }

    /// Returns a tuple of values, whose ownership it takes.
    static func tuple(_ values: [OpaquePointer?]) -> OpaquePointer? {
        var values = values
        return g_variant_new_tuple(&values, gsize(values.count))
    }

    private static func permission(_ answer: Answer) -> String {
        switch answer {
        case .granted: AgentInterface.Decision.granted.rawValue
        case .denied: AgentInterface.Decision.denied.rawValue
        default: AgentInterface.Decision.dismiss.rawValue
        }
    }

    private static func choice(_ answer: Answer) -> OpaquePointer? {
        switch answer {
        case .provider(let identifier):
            tuple([g_variant_new_string(AgentInterface.Choice.provider.rawValue), g_variant_new_string(identifier)])
        case .otherProvider: tuple([g_variant_new_string(AgentInterface.Choice.other.rawValue), g_variant_new_string("")])
        default: tuple([g_variant_new_string(AgentInterface.Choice.cancel.rawValue), g_variant_new_string("")])
        }
    }

    private static func credentials(_ answer: Answer) -> OpaquePointer? {
        let type = g_variant_type_new("a{sv}")
        let builder = g_variant_builder_new(type)
        defer {
            g_variant_builder_unref(builder)
            g_variant_type_free(type)
        }
        func add(_ key: String, _ value: OpaquePointer?) {
            g_variant_builder_add_value(
                builder, g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value)))
        }
        if case .credentials(let username, let password) = answer {
            add(AgentInterface.Key.username, g_variant_new_string(username))
            add(AgentInterface.Key.password, g_variant_new_string(password))
        } else {
            add(AgentInterface.Key.cancel, g_variant_new_boolean(1))
        }
        return g_variant_builder_end(builder)
    }
}
