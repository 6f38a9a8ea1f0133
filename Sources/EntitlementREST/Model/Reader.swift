import Foundation
import ServiceAccess

/// Why an answer cannot be used.
struct Unreadable: Error, Sendable, Equatable {
    /// The member, and what is wrong with it.
    let text: String
}

/// Reads the members of one object of an answer. What is missing or has another type than documented makes it unreadable; members
/// that are not known are ignored.
struct Reader {
    let json: JSONValue
    private let name: String

    /// Creates a reader of a value.
    ///
    /// - Parameter name: The name of the value in messages.
    /// - Throws: ``Unreadable`` if the value is not an object.
    init(_ json: JSONValue?, _ name: String) throws(Unreadable) {
        guard let json, json.object != nil else { throw Unreadable(text: "\(name) is not an object.") }
        self.json = json
        self.name = name
    }

    /// A value that is present.
    func required<Value>(_ key: String, _ read: (JSONValue) -> Value?) throws(Unreadable) -> Value {
        guard let value = try optional(key, read) else { throw Unreadable(text: "\(name) lacks \(key).") }
        return value
    }

    /// A value that may be missing, but has the right type if it is there.
    func optional<Value>(_ key: String, _ read: (JSONValue) -> Value?) throws(Unreadable) -> Value? {
        guard let json = json[key] else { return nil }
        guard let value = read(json) else { throw Unreadable(text: "\(key) in \(name) has the wrong type.") }
        return value
    }

    /// A string that is present and not empty.
    func text(_ key: String) throws(Unreadable) -> String {
        try required(key) { json in json.text.flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// A string that may be missing.
    func optionalText(_ key: String) throws(Unreadable) -> String? { try optional(key, \.text) }

    /// A flag that may be missing.
    func flag(_ key: String) throws(Unreadable) -> Bool { try optional(key, \.flag) ?? false }

    /// The strings of a list that may be missing.
    func texts(_ key: String) throws(Unreadable) -> [String] {
        try optional(key) { json in
            json.list.flatMap { list in list.count == json.texts.count ? json.texts : nil }
        } ?? []
    }

    /// The objects in a list that is present.
    func objects<Value>(_ key: String, _ read: (JSONValue) throws(Unreadable) -> Value) throws(Unreadable) -> [Value] {
        var values: [Value] = []
        for element in try required(key, \.list) { values.append(try read(element)) }
        return values
    }

    /// A date in milliseconds since 1970: a number in some answers, a string in others.
    func date(_ key: String) throws(Unreadable) -> Date { try required(key, Self.date) }

    /// The period between `notBefore` and `notAfter`.
    func validity() throws(Unreadable) -> Validity { Validity(notBefore: try date("notBefore"), notAfter: try date("notAfter")) }

    /// The same, which may be missing.
    func optionalValidity() throws(Unreadable) -> Validity? {
        guard json["notBefore"] != nil || json["notAfter"] != nil else { return nil }
        return try validity()
    }

    /// Words of an open vocabulary, in a list that may be missing.
    func vocabulary<Word: OpenVocabulary>(_ key: String, _: Word.Type) throws(Unreadable) -> [Word] {
        try texts(key).map(Word.init)
    }

    private static func date(_ json: JSONValue) -> Date? {
        json.integer.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }
}

/// Resolves the addresses in answers.
enum ServiceAddress {
    /// Returns an address, which may be relative to the service; nil if it is neither that nor an address of the web.
    static func resolve(_ text: String, at service: String) -> URL? {
        if text.hasPrefix("/"), !text.hasPrefix("//") { return URL(string: service + text) }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else { return nil }
        return url
    }
}
