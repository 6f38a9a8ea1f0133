import Dates
import Encodings
import EntitlementCore
import Foundation
import Logging
import Synchronization
import TVWorld

/// A log handler that writes each event as a single line, regardless of the contents of its strings.
public struct LineLogHandler: LogHandler {
    public var logLevel: Logger.Level
    public var metadata: Logger.Metadata = [:]
    private let format: LogFormat
    private let clock: any WorldClock
    private let write: @Sendable (String) -> Void

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - clock: Provides the time of each line.
    ///   - write: Receives each line with its line break.
    public init(
        level: Logger.Level, format: LogFormat, clock: any WorldClock = SystemClock(),
        write: @escaping @Sendable (String) -> Void = Self.standardError
    ) {
        logLevel = level
        self.format = format
        self.clock = clock
        self.write = write
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var fields = metadata
        if let more = event.metadata { fields.merge(more) { $1 } }
        if let error = event.error { fields["error"] = "\(error)" }
        let sorted = fields.map { (key: $0.key, text: $0.value.description) }.sorted { $0.key < $1.key }
        write(Self.inert(line(event.level, event.message.description, sorted)) + "\n")
    }

    private func line(_ level: Logger.Level, _ message: String, _ fields: [(key: String, text: String)]) -> String {
        let time = RFC3339.text(milliseconds: clock.milliseconds(), alwaysFraction: true)
        switch format {
        case .text:
            return (["\(time) \(level) \(Self.oneLine(message))"] + fields.map { "\($0.key)=\(Self.value($0.text))" })
                .joined(separator: " ")
        case .json:
            let members = fields.filter { !Self.ownKeys.contains($0.key) }.map { field in
                JSON.Member(field.key, Self.numbers.contains(field.key) ? Self.number(field.text) : .string(field.text))
            }
            return JSON.object(
                [
                    .init("time", .string(time)), .init("level", .string("\(level)")), .init("message", .string(message)),
                ] + members
            ).serialized
        }
    }

    private static let ownKeys: Set<String> = ["time", "level", "message"]
    /// The fields whose values are numbers.
    private static let numbers: Set<String> = ["status", "microseconds"]

    private static func number(_ text: String) -> JSON { Int64(text).map { .integer($0) } ?? .string(text) }

    /// Returns a field's value: unchanged if it is one word, otherwise as a JSON string, which contains no control characters.
    private static func value(_ text: String) -> String {
        let isWord = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
        return isWord ? text : JSON.string(text).serialized
    }

    private static func oneLine(_ text: String) -> String {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? text : JSON.string(text).serialized
    }

    /// Returns a line in which JSON's notation replaces the characters that a terminal may obey: those of C1, and those that are
    /// invisible or reverse the direction of writing. Those of ASCII have been escaped already.
    private static func inert(_ line: String) -> String {
        guard line.utf8.contains(where: { $0 >= 0x80 }) else { return line }
        return line.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                scalar.utf16.map { "\\u" + hexadecimal([UInt8($0 >> 8), UInt8($0 & 255)]) }.joined()
            default: String(scalar)
            }
        }.joined()
    }

    private static let lock = Mutex(())

    /// Writes lines to standard error, in order. If there is no reader, they are discarded.
    @Sendable public static func standardError(_ line: String) {
        lock.withLock { _ in
            // This variant throws; the other ends the process if nothing reads the output.
            try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
        }
    }
}

/// The format of log lines.
public enum LogFormat: String, Sendable, CaseIterable {
    /// `2027-01-15T08:00:00.000Z info answered method=GET route=/health …`
    case text
    /// One JSON object per line, with `time`, `level`, `message` and the line's fields.
    case json
}
