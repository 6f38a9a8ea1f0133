import PrivateSession
import Testing

@testable import VSAControl

@Suite("the software statement that vsactl doctor examines")
struct DoctorStatementTests {
    @Test(
        "only a JWT is accepted as one",
        arguments: [
            ("eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln_-8\n", Finding.Level.fine), ("", .problem), ("hello", .problem),
            ("..", .problem), ("0.1.0\n", .problem), ("Two sentences. Of prose.", .problem),
            ("eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.", .problem),
        ])
    func form(_ content: String, _ level: Finding.Level) throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        let file = try folder.write(content, to: "statement.jwt")
        let finding = Doctor(environment: ["VSASIM_SOFTWARE_STATEMENT": file]).examineStatement()
        #expect(finding.check == .statement && finding.level == level, "\(finding)")
    }
}
