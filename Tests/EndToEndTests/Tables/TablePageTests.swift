import DecisionTables
import Foundation
import Testing

@Suite("The document of the decision tables")
struct TablePageTests {
    /// `scripts/table-docs` writes the page again.
    private static let writes = ProcessInfo.processInfo.environment["VSASIM_WRITE_TABLES"] == "1"

    @Test("docs/decision-tables.md is generated from Tests/Tables by scripts/table-docs")
    func page() throws {
        let text = try TablePage.text()
        if Self.writes { try text.write(to: TablePage.file, atomically: true, encoding: .utf8) }
        let page = try? String(contentsOf: TablePage.file, encoding: .utf8)
        #expect(page == text, "run scripts/table-docs")
    }
}
