import TVWorld

/// An entry of the journal: an event on the device, at the service or in the app's library.
public struct JournalEntry: Sendable, CustomStringConvertible {
    let entry: TimelineEntry

    /// The identifier: `d12` for the device, `s7` for the service, `l3` for the library.
    public var id: String { "\(entry.id)" }
    /// Unix milliseconds by the clock of the writer.
    public var time: Int64 { entry.time }
    /// The event.
    public var event: JournalEvent { JournalEvent(rawValue: entry.event) }
    /// The app, if the event concerns one.
    public var application: String? { entry.application }

    /// A detail by its name, a member of one (`metadata.zip`), `application-id`, `correlation`, `source`, or `outcome`, which
    /// only the service's entries have; nil without it.
    public subscript(key: String) -> JournalValue? { entry.value(key).map { JournalValue(json: $0) } }

    public var description: String {
        let about = [application.map { " (\($0))" }, entry.outcome.map { " outcome=\($0)" }].compactMap(\.self).joined()
        guard case .object(let members) = entry.details else { return "\(id) \(event)\(about)" }
        return "\(id) \(event)\(about)" + members.map { " \($0.key)=\(EventExpectation.plain($0.value))" }.joined()
    }
}

/// The name of an event, such as `access.changed`, `service.token-exchanged` or `library.setToken`.
public struct JournalEvent: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Creates an event by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an event by its name.
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    /// Returns the event of a library callback.
    public static func callback(_ name: String) -> Self { Self(rawValue: "library.\(name)") }

    /// `setRequestorComplete:`, with `status`.
    public static let setRequestorComplete = callback("setRequestorComplete")
    /// `setAuthenticationStatus:errorCode:`, with `status` and `code`.
    public static let setAuthenticationStatus = callback("setAuthenticationStatus")
    /// `displayProviderDialog:`, with `mvpds`.
    public static let displayProviderDialog = callback("displayProviderDialog")
    /// `presentTvProviderDialog:`
    public static let presentTvProviderDialog = callback("presentTvProviderDialog")
    /// `dismissTvProviderDialog:`
    public static let dismissTvProviderDialog = callback("dismissTvProviderDialog")
    /// `navigateToUrl:`, with `url`.
    public static let navigateToUrl = callback("navigateToUrl")
    /// `setToken:forResource:`, with `resource`.
    public static let setToken = callback("setToken")
    /// `tokenRequestFailed:errorCode:errorDescription:`, with `resource`, `code` and `description`.
    public static let tokenRequestFailed = callback("tokenRequestFailed")
    /// `preauthorizedResources:`, with `resources`.
    public static let preauthorizedResources = callback("preauthorizedResources")
    /// `selectedProvider:`, with `mvpd`.
    public static let selectedProvider = callback("selectedProvider")
    /// `setMetadataStatus:…`, with `metadata`, `encrypted`, `key` and `arguments`.
    public static let setMetadataStatus = callback("setMetadataStatus")
    /// `status:`, with the entries of its dictionary: `errorId`, `level`, …
    public static let status = callback("status")
}

/// A value in the journal. Values with the same description are equal: the service writes numbers as strings, the library as
/// numbers.
public struct JournalValue: Sendable, Equatable, CustomStringConvertible, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    let json: JSON

    /// The value as displayed; arrays and objects are JSON.
    public var description: String { EventExpectation.plain(json) }

    init(json: JSON) { self.json = json }

    /// Creates a string value.
    public init(_ text: String) { json = .string(text) }
    /// Creates a string value.
    public init(stringLiteral value: String) { json = .string(value) }
    /// Creates a number.
    public init(integerLiteral value: Int64) { json = .integer(value) }
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { json = .bool(value) }
    /// Creates the null value, which also represents a missing detail.
    public init(nilLiteral: ()) { json = .null }

    /// Returns whether two values have the same description.
    public static func == (first: Self, second: Self) -> Bool { first.description == second.description }
}
