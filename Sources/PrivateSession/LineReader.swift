import Glibc
import StateDirectory
import Synchronization
import ThreadExecutors

/// The lines of a child's output, in order, without line breaks.
///
/// Lines are read on demand: a child whose output is not consumed blocks when the pipe is full, so nothing accumulates here.
/// Bytes that are not UTF-8 are repaired, and a line of more than a mebibyte is split. All iterators share the stream, which ends
/// when every process that holds the pipe has closed it, or when the reading task is cancelled.
public struct Lines: AsyncSequence, AsyncIteratorProtocol, Sendable {
    public typealias Element = String
    public typealias Failure = Never

    let reader: LineReader?

    public func makeAsyncIterator() -> Self { self }

    /// Returns the next line; nil at the end.
    public func next() async -> String? { await reader?.next() }

    public func next(isolation actor: isolated (any Actor)?) async -> String? { await reader?.next() }

    /// Returns the next line; nil at the end, or if it does not arrive within a time limit.
    package func next(within limit: Duration) async -> String? {
        await withTaskGroup(of: String?.self) { group in
            group.addTask { await next() }
            group.addTask {
                await Pause.duration(limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Returns all lines up to the end.
    public func all() async -> [String] {
        var lines: [String] = []
        while let line = await next() { lines.append(line) }
        return lines
    }
}

/// Reads one pipe on its own thread, a piece at a time, on demand.
actor LineReader {
    private struct Buffer {
        static let longestLine = 1 << 20

        var bytes: [UInt8] = []
        /// The start of the first line that has not been consumed.
        var start = 0
        /// The position from which to search for a line break.
        var searched = 0
        var hasEnded = false

        /// Removes the first line if it is complete or the stream has ended.
        mutating func takeLine() -> String? {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) { return take(upTo: end, next: end + 1) }
            searched = bytes.count
            guard start < bytes.count, hasEnded || bytes.count - start >= Self.longestLine else { return nil }
            return take(upTo: bytes.count, next: bytes.count)
        }

        private mutating func take(upTo end: Int, next: Int) -> String {
            let line = String(decoding: bytes[start..<end], as: UTF8.self)
            (start, searched) = (next, next)
            return line
        }

        mutating func append(_ piece: [UInt8]) {
            bytes.removeSubrange(..<start)
            (start, searched) = (0, searched - start)
            bytes += piece
            hasEnded = piece.isEmpty
        }
    }

    private static let pieceSize = 1 << 16

    private let descriptor: OwnedDescriptor
    private let executor = ThreadExecutor()
    private let buffer = Mutex(Buffer())

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ descriptor: OwnedDescriptor) {
        self.descriptor = descriptor
    }

    nonisolated func next() async -> String? {
        if let line = buffer.withLock({ $0.takeLine() }) { return line }
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await readLine(until: cancellation)
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Blocks the reader's thread until there is a line.
    private func readLine(until cancellation: Cancellation) -> String? {
        while true {
            let (line, hasEnded) = buffer.withLock { ($0.takeLine(), $0.hasEnded) }
            if let line { return line }
            if hasEnded || !cancellation.waitUntilReadable(descriptor.number) { return nil }
            let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { space, count in
                count = max(0, retrying { read(descriptor.number, space.baseAddress, space.count) })
            }
            buffer.withLock { $0.append(piece) }
        }
    }
}

/// Whether a task that waits for a descriptor has been cancelled.
///
/// The waiting thread checks every 50 ms: wake-up descriptors would cost two more descriptors for every waiting task.
private final class Cancellation: Sendable {
    private let isCancelled = Atomic(false)

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Waits for input or its end; returns false if cancelled.
    func waitUntilReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while !isCancelled.load(ordering: .relaxed) {
            if retrying({ poll(&entry, 1, 50) }) != 0 { return true }
        }
        return false
    }
}

/// A child's standard input. Writes wait until the child reads them; the order of the calls is preserved.
public actor LineWriter {
    private let executor = ThreadExecutor()
    private var descriptor: OwnedDescriptor?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ descriptor: OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Writes a string, and waits until the system has accepted it.
    ///
    /// - Throws: `SystemError` with `EPIPE` if the child no longer reads, or with `EBADF` after `close()`.
    public func write(_ text: String) throws {
        guard let descriptor else { throw SystemError(action: "cannot write", number: EBADF) }
        Self.blockPipeSignal()
        do { try OpenFile.write(Array(text.utf8), to: descriptor.number) } catch {
            throw SystemError(action: "cannot write to a child process", number: error.number)
        }
    }

    /// Writes a line: the string and a line break.
    public func write(line: String) throws { try write(line + "\n") }

    /// Closes the child's input after all pending writes.
    public nonisolated func close() {
        // On the writer's thread from the start: a later write must not precede it.
        Task(executorPreference: executor.forTasks()) { await self.closeNow() }
    }

    private func closeNow() { descriptor = nil }

    /// Blocks `SIGPIPE` in the writer's thread: writing to a child that has closed its input fails, which must not terminate this
    /// process.
    private static func blockPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
