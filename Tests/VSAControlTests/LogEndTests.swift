import PrivateSession
import ProjectTesting
import Testing

@testable import VSAControl

@Suite("The end of a log")
struct LogEndTests {
    @Test("it has only the last lines, and none from before an offset")
    func lines() async throws {
        try await Workspace.with { workspace in
            let folder = workspace.folder
            let log = folder.path("log")
            #expect(LogEnd.offset(of: log) == 0 && LogEnd.lines(of: log) == nil)
            let earlier = (1...20).map { "earlier \($0)\n" }.joined()
            try folder.write(earlier, to: "log")
            let offset = LogEnd.offset(of: log)
            #expect(LogEnd.lines(of: log) == (11...20).map { "earlier \($0)" }.joined(separator: "\n"))
            #expect(LogEnd.lines(of: log, from: offset) == nil)
            try folder.write(earlier + "later 1\nlater 2\n", to: "log")
            #expect(LogEnd.lines(of: log, from: offset) == "later 1\nlater 2")
        }
    }
}
