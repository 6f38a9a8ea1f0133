import Dates
import FoundationEssentials
import Glibc
import StateDirectory
import TVWorld

/// The file in which entitlement libraries record their calls and callbacks (`VSASIM_JOURNAL`), and how much of it was read.
struct LibraryJournal: Sendable {
    private let path: String
    /// The number of bytes read so far.
    private var offset = 0
    /// The number of the last line read.
    private var line: Int64 = 0
    /// The start of an incomplete line.
    private var rest: [UInt8] = []

    /// - Parameter path: The path of the file, which need not exist yet.
    init(path: String) { self.path = path }

    /// Creates a journal for the file named in the environment; nil if there is none.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let path = environment["VSASIM_JOURNAL"].nonEmpty else { return nil }
        self.init(path: path)
    }

    /// Returns the entries of the complete lines that were added since the last call. A missing file has none; a file that became
    /// shorter is read from its start.
    ///
    /// - Throws: `Failure`.
    mutating func next() throws(Failure) -> [TimelineEntry] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw unreadable(SystemFailure())
        }
        defer { close(descriptor) }
        if lseek(descriptor, 0, SEEK_END) < offset { self = LibraryJournal(path: path) }
        lseek(descriptor, offset, SEEK_SET)
        let new: [UInt8]
        do { new = try OpenFile.read(descriptor) } catch { throw unreadable(error) }
        offset += new.count
        var pieces = (rest + new).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = pieces.popLast().map(Array.init) ?? []
        return pieces.compactMap { piece in
            line += 1
            return TimelineEntry(library: piece, number: line)
        }
    }

    /// Follows the journal until the task is cancelled.
    ///
    /// - Parameters:
    ///   - known: The number after which the entries begin; nil for new entries only.
    ///   - take: Receives new entries, or none.
    /// - Throws: `Failure`.
    func follow(after known: Int64?, _ take: ([TimelineEntry]) -> Void) async throws {
        // Watching starts before the first read, so that no change is missed.
        let changes = try FileChanges(of: [path], .addition)
        var journal = LibraryJournal(path: path)
        let old = try journal.next()
        if let known { take(old.filter { $0.id.sequence > known }) }
        for await _ in changes.happened { take(try journal.next()) }
    }

    /// Returns the entries of all complete lines.
    ///
    /// - Throws: `Failure`.
    func entries() throws(Failure) -> [TimelineEntry] {
        var journal = LibraryJournal(path: path)
        return try journal.next()
    }

    private func unreadable(_ error: SystemFailure) -> Failure {
        Failure(.failed, "cannot read the library's journal \(path): \(error.reason)")
    }
}

extension TimelineEntry {
    /// Creates an entry from a line of a library's journal; nil if the line is not valid.
    ///
    /// - Parameter number: The number of the line in the file, from 1. Several apps may write to one file, each with its own
    ///   numbering.
    fileprivate init?(library line: some Sequence<UInt8>, number: Int64) {
        guard let document = try? JSON(parsing: line), let event = (document["event"]?.text).nonEmpty,
            let time = document["time"]?.integer, case let details = document["details"] ?? .object([]), case .object = details
        else { return nil }
        self.init(
            TimelineID(.library, number), machineTime: document["machine-time"]?.integer ?? time.clampedProduct(1_000),
            time: time, event: event, application: document["application-id"]?.text,
            correlation: document["correlation"]?.text, details: details)
    }
}
