import Foundation
import TVWorld

/// The file into which entitlement libraries write their calls and callbacks (`VSASIM_JOURNAL`).
public struct LibraryJournal: Sendable, Equatable {
    /// Where it is; it need not exist yet.
    public let path: String

    /// Creates the file that the environment names; nil if it names none.
    public init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let path = environment["VSASIM_JOURNAL"], !path.isEmpty else { return nil }
        self.path = path
    }

    /// Creates a file.
    public init(path: String) { self.path = path }

    /// The journal as it grows, until `take` wants no more or the task is cancelled.
    ///
    /// - Parameters:
    ///   - known: Begins with the entries after this number; nil: with what happens from now on.
    ///   - take: Gets each entry once, in order; returns whether to continue.
    /// - Throws: ``JournalUnreadable``.
    public func follow(after known: Int64?, _ take: ([TimelineEntry]) -> Bool) async throws {
        // Watched before the first reading, so that nothing comes in between.
        let changes = try FolderChanges(folder: URL(fileURLWithPath: path).deletingLastPathComponent().path)
        var reader = LibraryJournalReader(path: path)
        let old = try reader.next()
        if let known {
            let new = old.filter { $0.id.sequence > known }
            guard new.isEmpty || take(new) else { return }
        }
        for await _ in changes.wakes {
            let new = try reader.next()
            guard new.isEmpty || take(new) else { return }
        }
        withExtendedLifetime(changes) {}
    }

    /// All complete lines.
    ///
    /// - Throws: ``JournalUnreadable``.
    public func entries() throws -> [TimelineEntry] {
        var reader = LibraryJournalReader(path: path)
        return try reader.next()
    }
}

/// Reads a library's journal as it grows.
public struct LibraryJournalReader: Sendable {
    private let path: String
    /// How much has been read.
    private var offset: UInt64 = 0
    /// The number of the last line.
    private var line: Int64 = 0
    /// The beginning of a line that is still being written.
    private var rest = Data()

    /// Reads from the beginning.
    public init(path: String) { self.path = path }

    /// The lines that have come since the last time. A file that is not there yet has none; one that became shorter is another.
    ///
    /// - Throws: ``JournalUnreadable``.
    public mutating func next() throws -> [TimelineEntry] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let new: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            if try file.seekToEnd() < offset { self = LibraryJournalReader(path: path) }
            try file.seek(toOffset: offset)
            new = try file.readToEnd() ?? Data()
        } catch {
            throw JournalUnreadable(description: "cannot read the library's journal \(path): \(error.localizedDescription)")
        }
        offset += UInt64(new.count)
        var pieces = (rest + new).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = pieces.popLast().map { Data($0) } ?? Data()
        return pieces.compactMap { piece in
            line += 1
            return TimelineEntry(library: piece, number: line)
        }
    }
}

/// A journal that is there and cannot be read.
public struct JournalUnreadable: Error, CustomStringConvertible {
    /// Which one, and why.
    public let description: String
}

extension TimelineEntry {
    /// Creates a line of the library's journal; nil if it is none.
    ///
    /// - Parameter number: The number of the line in the file, from 1: several apps may write into one file, and each counts for
    ///   itself.
    fileprivate init?(library line: some Sequence<UInt8>, number: Int64) {
        guard let document = try? JSON(parsing: line), let event = document["event"]?.text, let time = document["time"]?.integer
        else { return nil }
        self.init(
            TimelineID(.library, number), machineTime: document["machine-time"]?.integer ?? Self.microseconds(time), time: time,
            event: event, application: document["application-id"]?.text, correlation: document["correlation"]?.text,
            details: document["details"] ?? .object([]))
    }

    private static func microseconds(_ milliseconds: Int64) -> Int64 {
        let (product, overflows) = milliseconds.multipliedReportingOverflow(by: 1_000)
        return overflows ? (milliseconds < 0 ? .min : .max) : product
    }
}
