import Foundation
import TVWorld

/// The file into which entitlement libraries write their calls and callbacks (`VSASIM_JOURNAL`).
struct LibraryJournal: Sendable, Equatable {
    /// Where it is; it need not exist yet.
    let path: String

    /// The file that the environment names; nil when it names none.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let path = environment["VSASIM_JOURNAL"].nonEmpty else { return nil }
        self.path = path
    }

    /// A file.
    init(path: String) { self.path = path }

    /// All complete lines.
    func entries() throws -> [TimelineEntry] {
        var reader = LibraryJournalReader(path: path)
        return try reader.next()
    }
}

/// Reads a library's journal as it grows.
struct LibraryJournalReader: Sendable {
    private let path: String
    /// How much has been read.
    private var offset: UInt64 = 0
    /// The number of the last line.
    private var line: Int64 = 0
    /// The beginning of a line that is still being written.
    private var rest = Data()

    init(path: String) { self.path = path }

    /// The lines that have come since the last time. A file that is not there yet has none; one that became shorter is another.
    ///
    /// - Throws: `Failure` when it cannot be read.
    mutating func next() throws -> [TimelineEntry] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let new: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            if try file.seekToEnd() < offset { self = LibraryJournalReader(path: path) }
            try file.seek(toOffset: offset)
            new = try file.readToEnd() ?? Data()
        } catch {
            throw Failure(.failed, "cannot read the library's journal \(path): \(error.localizedDescription)")
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
