/// A plain JSON value: a parameter of a callback as `entitle` prints it.
public indirect enum Value: Sendable, Equatable, Codable {
    /// `null`, and a missing key
    case null
    /// `true`, `false`
    case flag(Bool)
    /// A whole number.
    case integer(Int)
    /// A text.
    case text(String)
    /// An array.
    case list([Value])
    /// An object.
    case object([String: Value])

    /// Reads any JSON value; numbers must be whole.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([Value].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: Value].self))
        }
    }

    /// Writes the plain JSON value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}

/// The required value of a parameter of a callback.
public indirect enum Expectation: Sendable, Equatable {
    /// Exactly this value.
    case exactly(Value)
    /// Any value, or none.
    case anything
    /// A text that is not empty.
    case someText
    /// A text with this in it.
    case textWith(String)
    /// An array whose elements are as expected, one by one.
    case list([Expectation])
    /// An object with these keys and possibly others.
    case object([String: Expectation])

    /// Whether a value is as expected.
    public func matches(_ value: Value) -> Bool {
        switch (self, value) {
        case (.anything, _): true
        case (.exactly(let expected), _): expected == value
        case (.someText, .text(let text)): !text.isEmpty
        case (.textWith(let part), .text(let text)): text.contains(part)
        case (.list(let expected), .list(let values)):
            expected.count == values.count && zip(expected, values).allSatisfy { $0.matches($1) }
        case (.object(let expected), .object(let values)):
            expected.allSatisfy { $1.matches(values[$0] ?? .null) }
        default: false
        }
    }
}

/// A callback that the app must get: its name and its parameters by the selector's inner names.
public struct ExpectedCallback: Sendable, Equatable, CustomStringConvertible {
    /// The callback's name, the first key of `entitle`'s line: `setAuthenticationStatus`.
    public let name: String
    /// The parameters that count; others are free.
    public let parameters: [String: Expectation]

    /// A callback.
    public init(_ name: String, _ parameters: [String: Expectation]) {
        self.name = name
        self.parameters = parameters
    }

    /// Whether a callback is the expected one.
    public func matches(name: String, parameters: [String: Value]) -> Bool {
        self.name == name && Expectation.object(self.parameters).matches(.object(parameters))
    }

    /// The callback in a form that a failing test can print.
    public var description: String {
        name + "(" + parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + ")"
    }
}
