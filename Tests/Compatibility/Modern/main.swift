import AccessEnabler
import Foundation

let statementFile = ProcessInfo.processInfo.environment["VSASIM_SOFTWARE_STATEMENT"] ?? "statement.jwt"
let session = EntitlementSession(softwareStatement: try String(contentsOfFile: statementFile, encoding: .utf8))
do throws(EntitlementError) {
    try await session.configure(requestor: "REF30")
    for try await step in session.logIn() {
        switch step {
        case .chooseProvider(let choice):
            print("providers:", choice.providers.map(\.displayName).joined(separator: ", "))
            choice.cancel()  // or choice.select(choice.providers[0])
        case .showPage(let page): print("open", page.url)  // then page.finish(at: lastURL) or page.close()
        case .showCode(let code): print("enter the code", code.code, "on another device")
        case .presentDialog, .dismissDialog: break  // the system's dialog, which needs no help
        }
    }
    let token = try await session.authorize("news")
    print("play with", token.serialized)
} catch {
    print("failed:", error.kind, error.statuses.map(\.code))
}
