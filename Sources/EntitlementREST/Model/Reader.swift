import Foundation
import ServiceAccess

/// A reader of the members of one object of an answer. A member that is missing, or has a type other than the documented one,
/// makes the answer unreadable; unknown members are ignored.
struct Reader {
    let json: JSONValue
    private let name: String

    /// Creates a reader of a value.
    ///
    /// - Parameter name: The name of the value in messages.
    /// - Throws: ``EntitlementClientError/unreadable(_:)`` if the value is not an object.
    init(_ json: JSONValue?, _ name: String) throws(EntitlementClientError) {
        guard let json, json.object != nil else { throw .unreadable("\(name) is not an object.") }
        self.json = json
        self.name = name
    }

    func required<Value>(_ key: String, _ read: (JSONValue) -> Value?) throws(EntitlementClientError) -> Value {
        guard let value = try optional(key, read) else { throw .unreadable("\(name) lacks \(key).") }
        return value
    }

    /// Returns an optional value, which must have the right type if it is present.
    func optional<Value>(_ key: String, _ read: (JSONValue) -> Value?) throws(EntitlementClientError) -> Value? {
        guard let json = json[key] else { return nil }
        guard let value = read(json) else { throw .unreadable("\(key) in \(name) has the wrong type.") }
        return value
    }

    /// Returns a required string, which must not be empty.
    func text(_ key: String) throws(EntitlementClientError) -> String {
        try required(key) { json in json.text.flatMap { $0.isEmpty ? nil : $0 } }
    }

    func optionalText(_ key: String) throws(EntitlementClientError) -> String? { try optional(key, \.text) }

    /// Returns an optional flag; false if it is missing.
    func flag(_ key: String) throws(EntitlementClientError) -> Bool { try optional(key, \.flag) ?? false }

    /// Returns the strings of an optional list.
    func texts(_ key: String) throws(EntitlementClientError) -> [String] {
        try optional(key) { json in
            json.list.flatMap { list in list.count == json.texts.count ? json.texts : nil }
        } ?? []
    }

    /// Returns the objects of a required list.
    func objects<Value>(
        _ key: String, _ read: (JSONValue) throws(EntitlementClientError) -> Value
    ) throws(EntitlementClientError) -> [Value] {
        var values: [Value] = []
        for element in try required(key, \.list) { values.append(try read(element)) }
        return values
    }

    /// Returns a date in milliseconds since 1970: a number in some answers, a string in others.
    private func date(_ key: String) throws(EntitlementClientError) -> Date {
        Date(milliseconds: try required(key, \.integer))
    }

    /// Returns the period from `notBefore` to `notAfter`.
    func validity() throws(EntitlementClientError) -> Validity {
        Validity(notBefore: try date("notBefore"), notAfter: try date("notAfter"))
    }

    func optionalValidity() throws(EntitlementClientError) -> Validity? {
        guard json["notBefore"] != nil || json["notAfter"] != nil else { return nil }
        return try validity()
    }
}

/// The resolution of addresses in answers.
enum ServiceAddress {
    /// Returns an address, which may be relative to the service; nil if it is neither relative nor an HTTP address.
    static func resolve(_ text: String, at service: String) -> URL? {
        if text.hasPrefix("/"), !text.hasPrefix("//") { return URL(string: service + text) }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else { return nil }
        return url
    }
}
