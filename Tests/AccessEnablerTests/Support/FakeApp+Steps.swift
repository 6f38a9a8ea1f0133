import DecisionTables

@testable import AccessEnabler

// Frequent steps of tests.
extension FakeApp {
    /// Sets the requestor.
    mutating func configure() { call(.setRequestor(id: "REF30", serviceProviders: [])) }

    /// Begins a login.
    mutating func logIn() { call(.getAuthentication(isForced: false, data: [:], filter: [:])) }

    /// Signs a user in to the system account before `setRequestor`.
    mutating func signIn(_ subscriber: String = "alice") {
        arrange(.access(.granted))
        arrange(.signIn(provider: "alpha.example", subscriber: subscriber))
        configure()
    }

    /// Requests a media token for a user of the system account.
    mutating func authorize(_ resource: String, _ subscriber: String = "alice") {
        signIn(subscriber)
        call(.getAuthorization(resource: resource, data: [:]))
    }

    /// Starts a temporary pass.
    mutating func useTemporaryPass() {
        configure()
        call(.setSelectedProvider("TempPass"))
        call(.getAuthorization(resource: "news", data: [:]))
    }

    /// Logs in through the system's picker.
    mutating func pick(_ answer: String) {
        arrange(.access(.granted))
        configure()
        arrange(.answer(.picker, answer))
        logIn()
    }

    /// Logs in through the app's own dialog.
    mutating func choose(_ mvpd: String) {
        configure()
        logIn()
        call(.setSelectedProvider(mvpd))
    }
}
