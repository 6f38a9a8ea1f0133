import ServiceAccess

/// `generic_data`: the app's data for the service with a login or an authorization.
enum GenericData {
    /// Returns the parameter; none if the app has given no data. Numbers and Booleans are sent as strings, as the service
    /// requires.
    static func fields(_ data: [String: JSONValue]) -> [HTTPRequest.Field] {
        guard !data.isEmpty else { return [] }
        let document = JSONValue.object(data.mapValues(text))
        return [HTTPRequest.Field(name: "generic_data", value: String(decoding: document.serialized, as: UTF8.self))]
    }

    private static func text(_ value: JSONValue) -> JSONValue {
        switch value {
        case .flag(let flag): .text(flag ? "true" : "false")
        case .integer(let integer): .text(String(integer))
        case .number(let number): .text(String(number))
        case .null, .text, .list, .object: value
        }
    }
}
