import CGtk
import PickerModel

/// Reads and creates values of the bus.
package enum Variant {
    /// Returns the string of an `s` or `o`. The bus accepts only UTF-8.
    package static func text(_ value: OpaquePointer?) -> String {
        g_variant_get_string(value, nil).map { String(cString: $0) } ?? ""
    }

    /// Passes a child of a container to a closure, and releases it afterwards.
    package static func withChild<R>(_ index: Int, of value: OpaquePointer?, _ body: (OpaquePointer?) throws -> R) rethrows -> R {
        let child = g_variant_get_child_value(value, gsize(index))
        defer { g_variant_unref(child) }
        return try body(child)
    }

    /// Returns whether a value has a type.
    package static func hasType(_ value: OpaquePointer?, _ signature: String) -> Bool {
        g_variant_get_type_string(value).map { String(cString: $0) } == signature
    }

    /// Returns the values of an `a{sv}`.
    package static func details(_ dictionary: OpaquePointer?) -> Details {
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
    package static func list(_ array: OpaquePointer?) -> [Details] {
        (0..<Int(g_variant_n_children(array))).map { withChild($0, of: array) { details($0) } }
    }

    private static func value(_ value: OpaquePointer?) -> BusValue {
        let signature = g_variant_get_type_string(value).map { String(cString: $0) } ?? ""
        switch signature {
        case "s", "o": return .text(text(value))
        case "b": return .flag(g_variant_get_boolean(value) != 0)
        case "u": return .number(g_variant_get_uint32(value))
        case "x": return .integer(Int64(g_variant_get_int64(value)))
        case "a{sv}": return .details(details(value))
        case "as": return .texts((0..<Int(g_variant_n_children(value))).map { withChild($0, of: value) { text($0) } })
        default: return .other(signature: signature)
        }
    }

    /// Returns a tuple of values, whose ownership it takes.
    package static func tuple(_ values: [OpaquePointer?]) -> OpaquePointer? {
        var values = values
        return g_variant_new_tuple(&values, gsize(values.count))
    }

    /// Returns a value in the form of the bus; its ownership passes to the caller, or to a container that it is added to.
    package static func make(_ value: BusValue) -> OpaquePointer? {
        switch value {
        case .text(let text): return g_variant_new_string(text)
        case .flag(let flag): return g_variant_new_boolean(flag ? 1 : 0)
        case .number(let number): return g_variant_new_uint32(number)
        case .integer(let number): return g_variant_new_int64(gint64(number))
        case .texts(let texts):
            return build("as") { builder in for text in texts { g_variant_builder_add_value(builder, g_variant_new_string(text)) }
            }
        case .details(let details):
            return build("a{sv}") { builder in
                for (key, value) in details.values.sorted(by: { $0.key < $1.key }) {
                    g_variant_builder_add_value(
                        builder, g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(make(value))))
                }
            }
        case .other(let signature): preconditionFailure("a value of type \(signature) is only received")
        }
    }

    private static func build(_ signature: String, _ fill: (UnsafeMutablePointer<GVariantBuilder>?) -> Void) -> OpaquePointer? {
        let type = g_variant_type_new(signature)
        let builder = g_variant_builder_new(type)
        defer {
            g_variant_builder_unref(builder)
            g_variant_type_free(type)
        }
        fill(builder)
        return g_variant_builder_end(builder)
    }
}
