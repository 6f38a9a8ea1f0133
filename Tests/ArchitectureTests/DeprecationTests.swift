import Testing

/// Without these tests no test would fail if a mark were removed: callers of deprecated API are themselves marked.
@Suite("Deprecation marks")
struct DeprecationTests {
    @Test(
        "A8, B3: what is deprecated on Apple's platforms is marked as such",
        arguments: [
            ("AccessEnabler/API/AccessEnabler.swift", "public override init() {"),
            ("VideoSubscriberAccount/VSSubscription.swift", "public enum VSSubscriptionAccessLevel:"),
            ("VideoSubscriberAccount/VSSubscription.swift", "open class VSSubscription:"),
            ("VideoSubscriberAccount/VSSubscriptionRegistrationCenter.swift", "open class VSSubscriptionRegistrationCenter:"),
        ])
    func mark(path: String, declaration: String) throws {
        let lines = try Repository.text("Sources/\(path)").split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }
        let index = try #require(lines.firstIndex { $0.hasPrefix(declaration) })
        #expect(index > 0 && lines[index - 1].hasPrefix("@available(*, deprecated"))
    }
}
