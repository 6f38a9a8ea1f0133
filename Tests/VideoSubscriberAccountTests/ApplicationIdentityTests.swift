import Testing

@testable import VideoSubscriberAccount

@Suite("the app's identity")
struct ApplicationIdentityTests {
    private let environment = [
        "VSASIM_APPLICATION_ID": "com.example.environment", "VSASIM_USAGE_DESCRIPTION": "why", "VSASIM_DISPLAY_NAME": "Player",
    ]
    private let nobody = ApplicationIdentity()

    @Test("it comes from the environment")
    func fromEnvironment() {
        let identity = ApplicationIdentity.current(registered: nobody, environment: environment)
        #expect(
            identity == ApplicationIdentity(identifier: "com.example.environment", usageDescription: "why", displayName: "Player")
        )
    }

    @Test("registered values take precedence, field by field")
    func registered() {
        let registered = ApplicationIdentity(identifier: "com.example.code", usageDescription: nil)
        let identity = ApplicationIdentity.current(registered: registered, environment: environment)
        #expect(identity == ApplicationIdentity(identifier: "com.example.code", usageDescription: "why", displayName: "Player"))
    }

    @Test("empty variables are ignored")
    func emptyVariables() {
        #expect(ApplicationIdentity.current(registered: nobody, environment: ["VSASIM_APPLICATION_ID": ""]).isEmpty)
        #expect(ApplicationIdentity.current(registered: nobody, environment: [:]).isEmpty)
    }
}
