import AccessEnabler
import Foundation

/// The examples in the documentation of AccessEnabler. They are only compiled; ArchitectureTests compares them with the documentation.
private enum DocumentationExamples {
    protocol Picker {
        func choose(from providers: [EntitlementSession.Provider]) async -> EntitlementSession.Provider
    }

    protocol Browser {
        func open(_ page: EntitlementSession.Page)
    }

    protocol Screen {
        func show(_ code: String)
    }

    static func authorize(_ softwareStatement: String, _ delegate: any EntitlementDelegate) {
        let accessEnabler = AccessEnabler(softwareStatement)
        accessEnabler.delegate = delegate
        accessEnabler.setRequestor("REF30")
        accessEnabler.getAuthorization("news")
    }

    static func authorize(_ statement: String) async throws {
        let session = EntitlementSession(softwareStatement: statement)
        try await session.configure(requestor: "REF30")
        let token = try await session.authorize("news")
        print(token)
    }

    static func logIn(_ session: EntitlementSession, picker: any Picker, browser: any Browser, screen: any Screen) async throws {
        for try await step in session.logIn() {
            switch step {
            case .chooseProvider(let choice): choice.select(await picker.choose(from: choice.providers))
            case .showPage(let page): browser.open(page)
            case .showCode(let code): screen.show(code.code)
            case .presentDialog, .dismissDialog: break
            }
        }
    }
}
