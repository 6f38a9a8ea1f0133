import DecisionTables
import Foundation
import Testing

@testable import AccessEnabler

/// Every row of the decision tables against the library's machine, with fakes around it.
@Suite("Decision tables")
struct DecisionTableTests {
    @Test("row", arguments: DecisionRow.all)
    func row(_ row: DecisionRow) {
        var app = FakeApp(platform: row.platform)
        for (index, phase) in row.phases.enumerated() {
            for arrangement in phase.arrangements { app.arrange(arrangement) }
            for call in phase.calls { app.call(call.call) }
            let seen = app.takeCallbacks().map(RecordedCallback.init)
            #expect(
                seen.count == phase.callbacks.count
                    && zip(phase.callbacks, seen).allSatisfy { $0.matches(name: $1.name, parameters: $1.parameters) },
                "phase \(index + 1) of \(row)\nexpected \(phase.callbacks)\nseen \(seen)")
        }
    }

    @Test("the rows are those of decision-tables.md, each with a test")
    func rowsAreComplete() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent("Tables/decision-tables.md"), encoding: .utf8)
        var documented: Set<String> = []
        for line in text.split(separator: "\n") where line.hasPrefix("| ") {
            if let row = line.prefixMatch(of: /\| ([0-9]|T)\.[0-9]+/) { documented.insert(String(row.0.dropFirst(2))) }
        }
        #expect(documented.count == 79)
        #expect(DecisionRow.implemented == documented)
        #expect(Set(DecisionRow.all.map(\.id)).count == DecisionRow.all.count)
    }

    @Test("the texts of the error constants are those of the tables")
    func constants() {
        #expect(USER_NOT_AUTHENTICATED_ERROR == ErrorText.userNotAuthenticated)
        #expect(PROVIDER_NOT_SELECTED_ERROR == ErrorText.providerNotSelected)
        #expect(PROVIDER_NOT_AVAILABLE_ERROR == ErrorText.providerNotAvailable)
        #expect(GENERIC_AUTHENTICATION_ERROR == ErrorText.genericAuthentication)
        #expect(USER_NOT_AUTHORIZED_ERROR == ErrorText.userNotAuthorized)
    }
}
