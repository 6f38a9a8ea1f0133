import TVWorld
import Testing

/// Runs each test of a suite, or one test, with its own service and a client of it: ``Client/current``.
final class ServiceTrait: SuiteTrait, TestTrait, TestScoping {
    private let isApp: Bool
    private let change: @Sendable (inout World) -> Void

    var isRecursive: Bool { true }

    /// - Parameters:
    ///   - isApp: Whether the client is an app that is registered and has an access token.
    ///   - change: What differs from the built-in world.
    init(isApp: Bool, change: @escaping @Sendable (inout World) -> Void) {
        self.isApp = isApp
        self.change = change
    }

    /// A test's own service takes the place of its suite's.
    func scopeProvider(for test: Test, testCase: Test.Case?) -> ServiceTrait? {
        let innermost = test.traits.compactMap { $0 as? ServiceTrait }.last
        return testCase != nil && innermost === self ? self : nil
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Fixture(change: change).test { [isApp] client in
            let client = isApp ? try await client.registered() : client
            try await Client.$ofTest.withValue(client, operation: function)
        }
    }
}

extension Trait where Self == ServiceTrait {
    /// A service, and a client without an access token.
    static var service: Self { service { _ in } }

    /// A service, and a client that is registered as an app and has an access token.
    static var app: Self { app { _ in } }

    /// A service of a world that differs from the built-in one, and a client without an access token.
    static func service(_ change: @escaping @Sendable (inout World) -> Void) -> Self { Self(isApp: false, change: change) }

    /// A service of a world that differs from the built-in one, and a client that is registered and has an access token.
    static func app(_ change: @escaping @Sendable (inout World) -> Void) -> Self { Self(isApp: true, change: change) }
}

extension Client {
    @TaskLocal fileprivate static var ofTest: Client?

    /// The client that the running test has by its ``ServiceTrait``.
    static var current: Client {
        guard let ofTest else { preconditionFailure("the test has no service") }
        return ofTest
    }

    /// A browser that holds nothing, at the same service.
    var browser: WalkingBrowser { WalkingBrowser(Client(http: http, fixture: fixture)) }
}
