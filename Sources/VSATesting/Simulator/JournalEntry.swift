import TVWorld

/// A line of the journal: what happened on the device, at the service or in the app's library.
public struct JournalEntry: Sendable, CustomStringConvertible {
    let entry: TimelineEntry

    /// `d12` of the device, `s7` of the service, `l3` of the library.
    public var id: String { "\(entry.id)" }
    /// Unix milliseconds, by the clock of whoever wrote it.
    public var time: Int64 { entry.time }
    /// What happened.
    public var event: JournalEvent { JournalEvent(rawValue: entry.event) }
    /// The app that it is about, where it is about one.
    public var application: String? { entry.application }

    /// A detail by its name, a member of one (`metadata.zip`), or one that every entry has: `application-id`, `outcome`.
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

    /// An event by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// An event by its name.
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    /// A callback of the library.
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

/// A value in the journal. Values that look the same are the same: the service writes numbers as texts, the library as numbers.
public struct JournalValue: Sendable, Equatable, CustomStringConvertible, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    let json: JSON

    /// The value as people write it; lists and objects as JSON.
    public var description: String { EventExpectation.plain(json) }

    init(json: JSON) { self.json = json }

    /// A text.
    public init(_ text: String) { json = .string(text) }
    /// A text.
    public init(stringLiteral value: String) { json = .string(value) }
    /// A number.
    public init(integerLiteral value: Int64) { json = .integer(value) }
    /// `true` or `false`
    public init(booleanLiteral value: Bool) { json = .bool(value) }
    /// Nothing: no such detail, or null.
    public init(nilLiteral: ()) { json = .null }

    /// Whether two values look the same.
    public static func == (first: Self, second: Self) -> Bool { first.description == second.description }
}
