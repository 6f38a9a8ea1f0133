import Glibc

/// What a command is doing, on standard error while it takes more than a second; only on a terminal that can erase it.
package enum Progress {
    /// The control characters that erase what is shown; empty if nothing is shown.
    package static var eraser: String { isShown ? "\r\u{1B}[K" : "" }

    private static var isShown: Bool {
        isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// Runs an action.
    ///
    /// - Parameters:
    ///   - what: What it does: `generating keys`.
    ///   - program: The program's name.
    package static func during<Value>(
        _ what: String, of program: String = "vsactl", _ action: () async throws -> Value
    ) async throws -> Value {
        guard isShown else { return try await action() }
        let showing = Task {
            var seconds = 0
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                seconds += 1
                write("\(eraser)\(program): \(what) … \(seconds) s")
            }
            if seconds > 0 { write(eraser) }
        }
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await action()) } catch { outcome = .failure(error) }
        showing.cancel()
        await showing.value
        return try outcome.get()
    }

    /// Writes to the terminal. Nothing depends on whether that succeeds.
    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
