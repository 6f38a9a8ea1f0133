import ServiceAccess
import Testing

@testable import AccessEnabler

/// Every advanced code that is documented for iOS and tvOS, each provoked once: its level and its keys.
@Suite("Advanced codes")
struct AdvancedCodeTests {
    @Test("code", arguments: AdvancedCode.all)
    func code(_ code: AdvancedCode) {
        var app = FakeApp(platform: code.platform)
        code.provoke(&app)
        let statuses = app.takeCallbacks().filter { $0.entry.name == "status" }.map(\.entry.details)
        let found = statuses.filter { $0["errorId"] == .text(code.id) }
        #expect(!found.isEmpty, "\(code.id) is not in \(statuses)")
        for status in found {
            #expect(status["level"] == .text(code.level))
            #expect(Set(status.keys).subtracting(["errorId", "level"]) == code.keys)
            #expect(status.values.allSatisfy { $0.text?.isEmpty == false }, "an empty text in \(status)")
        }
    }

    @Test("none is missing, and none exists that the platforms do not have")
    func complete() {
        let documented: Set = [
            "APPL", "APPL_ERROR", "VSA203", "VSA403", "VSA404", "VSA503", "N003", "N004", "N005", "500", "SEC403", "SEC412",
            "SEC420", "CFG100", "CFG400", "CFG404", "CFG429", "CFG503", "R400", "R401", "REG500", "REGCODE", "N000", "N001",
            "N010", "N011",
            "N111", "N130", "N500", "Z010", "Z011", "Z100", "Z110", "Z120", "Z130", "Z169", "Z500", "P100",
        ]
        let provoked = Set(AdvancedCode.all.map(\.id))
        #expect(documented.subtracting(provoked) == [])
        #expect(provoked.subtracting(documented) == [])
    }
}
