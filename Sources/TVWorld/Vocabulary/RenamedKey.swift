/// A key that has a former name. Files may use either; they are written with the new one.
public struct RenamedKey: Sendable {
    /// The name.
    public let name: String
    /// The former name.
    public let former: String

    /// The place of a fault. D-Bus, HTTP, `--json` and the journal write the former name.
    public static let point = RenamedKey(name: "point", former: FaultField.at.rawValue)
    /// Whether the device lists a provider.
    static let inLineUp = RenamedKey(name: "in-line-up", former: "line-up")
    /// Whether a provider's login page needs the system's browser.
    static let usesSVC = RenamedKey(name: "uses-svc", former: "requires-svc")

    /// The reason why an object cannot have both names.
    public var conflict: String { "is another name of \(name); give \(name) only" }
}
