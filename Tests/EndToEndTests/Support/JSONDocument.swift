import DecisionTables
import Foundation
import ProjectTesting

extension Value {
    /// A member of an object; null if there is none.
    subscript(_ name: String) -> Value {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    /// The elements of an array; empty for anything else.
    var elements: [Value] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// The text of a string.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

extension Daemons {
    /// Runs `vsactl` with `--json` and reads the document that it prints.
    ///
    /// - Throws: `ToolFailure` when it fails, prints no JSON, or a document without the schema's number.
    func document(_ arguments: String...) async throws -> Value {
        let result = try await run("vsactl", arguments + ["--json"])
        let document = try result.decoded(as: Value.self)
        guard case .integer(1) = document["schema"] else { throw ToolFailure(result: result, reason: "no schema number") }
        return document
    }
}
