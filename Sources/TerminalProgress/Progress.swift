import Glibc

/// What a command is doing, on standard error while it takes more than a second; only on a terminal.
enum Progress {
    /// Runs an action.
    ///
    /// - Parameter what: What it does: `generating keys`.
    static func during<Value>(_ what: String, _ action: () async throws -> Value) async throws -> Value {
        guard isatty(STDERR_FILENO) == 1 else { return try await action() }
        let showing = Task {
            var seconds = 0
            while await Waiting.pass(.seconds(1)) {
                seconds += 1
                StandardStream.write("\(eraser)vsactl: \(what) … \(seconds) s", to: STDERR_FILENO)
            }
            if seconds > 0 { StandardStream.write(eraser, to: STDERR_FILENO) }
        }
        do {
            let value = try await action()
            await end(showing)
            return value
        } catch {
            await end(showing)
            throw error
        }
    }

    /// Writes a remark to standard error, in place of what is shown.
    static func remark(_ text: String) {
        StandardStream.line((isatty(STDERR_FILENO) == 1 ? eraser : "") + text, to: STDERR_FILENO)
    }

    private static let eraser = "\r\u{1B}[K"

    private static func end(_ showing: Task<Void, Never>) async {
        showing.cancel()
        await showing.value
    }
}
