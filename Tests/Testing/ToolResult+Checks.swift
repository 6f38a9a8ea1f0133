import Foundation
import PrivateSession
import VSATesting

extension ToolResult {
    /// Returns the standard output decoded from JSON.
    ///
    /// - Throws: The decoder's error, or `ToolFailure` if the program failed.
    package func decoded<Document: Decodable>(as type: Document.Type = Document.self) throws -> Document {
        guard exit.isSuccess else { throw ToolFailure(result: self) }
        do {
            return try JSONDecoder().decode(type, from: Data(output.utf8))
        } catch {
            throw ToolFailure(result: self, reason: "\(error)")
        }
    }

    /// Returns the result if the program succeeded.
    ///
    /// - Throws: `ToolFailure` otherwise.
    @discardableResult
    package func checked() throws -> ToolResult {
        guard exit.isSuccess else { throw ToolFailure(result: self) }
        return self
    }
}

/// The error for a program that did not do what a test requires.
package struct ToolFailure: Error, Sendable, CustomStringConvertible {
    /// The program's result.
    package let result: ToolResult
    /// The reason, if the exit code does not show it.
    package var reason: String?

    /// Creates a failure of a program.
    package init(result: ToolResult, reason: String? = nil) {
        self.result = result
        self.reason = reason
    }

    package var description: String { [reason, result.description].compactMap(\.self).joined(separator: "\n") }
}
