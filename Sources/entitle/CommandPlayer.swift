/// Executes the commands of an app, one after the other, on a separate thread.
protocol CommandPlayer: SendableMetatype {
    /// What a command does.
    typealias Action = @Sendable (inout Self) -> Void

    static var names: [String] { get }

    var output: Output { get }

    /// Returns what a command does.
    ///
    /// - Parameter rest: The line after the command's name.
    static func action(_ name: String, _ rest: String) throws(Command.Failure) -> Action
    /// Prepares for a command.
    mutating func begin(_ name: String)
}

extension CommandPlayer {
    /// Checks a line without executing it.
    static func check(_ line: String) throws(Command.Failure) {
        if let (name, rest) = Command.parts(of: line) { _ = try action(name, rest) }
    }

    /// Executes lines until `quit` or the end.
    mutating func execute(_ lines: CommandLines) {
        var lines = lines
        while let line = lines.next() {
            do throws(Command.Failure) {
                guard let (name, rest) = Command.parts(of: line) else { continue }
                let action = try Self.action(name, rest)
                begin(name)
                action(&self)
                if name == "quit" { return }
            } catch {
                output.error(error.text)
            }
        }
    }
}
