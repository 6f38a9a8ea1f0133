import Glibc
import Synchronization

/// The lines of a child's output, in order, without their line ends.
///
/// Nothing is read before it is asked for: a child whose output nobody takes waits when the pipe is full, so nothing piles up
/// here. Bytes that are not UTF-8 are repaired, a line of more than a mebibyte is cut into pieces. All iterators share the one
/// stream; it ends when every process that holds the pipe has closed it, or when the asking task is cancelled.
public struct Lines: AsyncSequence, Sendable {
    public typealias Element = String
    public typealias Failure = Never

    let reader: LineReader?

    /// Takes the next line.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let reader: LineReader?

        public mutating func next() async -> String? {
            await reader?.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> String? {
            await reader?.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

    /// The next line; nil at the end.
    public func next() async -> String? { await reader?.next() }

    /// All lines up to the end.
    public func all() async -> [String] {
        var lines: [String] = []
        while let line = await next() { lines.append(line) }
        return lines
    }
}

/// Reads one pipe on a thread of its own, a piece at a time, when a line is asked for.
final class LineReader: Sendable {
    private struct Buffer {
        var bytes: [UInt8] = []
        /// Where the first line not yet taken begins.
        var start = 0
        /// From where on a line end is to be looked for.
        var searched = 0
        var hasEnded = false
        let separator: UInt8
        let longestLine: Int

        init(separator: UInt8, longestLine: Int) {
            self.separator = separator
            self.longestLine = longestLine
        }

        /// Takes the first line, when there is a whole one or the stream has ended.
        mutating func takeLine() -> String? {
            if let end = bytes[searched...].firstIndex(of: separator) { return take(upTo: end, next: end + 1) }
            searched = bytes.count
            guard start < bytes.count, hasEnded || bytes.count - start >= longestLine else { return nil }
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
    private let thread: SerialThread
    private let buffer: Mutex<Buffer>

    /// A reader of what ends with a byte: lines, or the messages of a channel.
    init(
        _ descriptor: OwnedDescriptor, separator: UInt8 = UInt8(ascii: "\n"), longestLine: Int = 1 << 20
    ) throws(SystemError) {
        self.descriptor = descriptor
        buffer = Mutex(Buffer(separator: separator, longestLine: longestLine))
        thread = try SerialThread()
    }

    func next() async -> String? {
        if let line = buffer.withLock({ $0.takeLine() }) { return line }
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                thread.enqueue { [self] in continuation.resume(returning: readLine(until: cancellation)) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private func readLine(until cancellation: Cancellation) -> String? {
        while true {
            let (line, hasEnded) = buffer.withLock { ($0.takeLine(), $0.hasEnded) }
            if let line { return line }
            if hasEnded || !cancellation.waitUntilReadable(descriptor.number) { return nil }
            let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { space, count in
                count = max(0, retryingInterruptions { read(descriptor.number, space.baseAddress, space.count) })
            }
            buffer.withLock { $0.append(piece) }
        }
    }
}

/// Whether a task that waits for a descriptor was cancelled meanwhile.
///
/// The waiting thread looks every 50 ms: a wake-up descriptor per waiting task would cost two more descriptors for every line.
private final class Cancellation: Sendable {
    private let isCancelled = Atomic(false)

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Waits for input or the end of it; false when cancelled.
    func waitUntilReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while !isCancelled.load(ordering: .relaxed) {
            if retryingInterruptions({ poll(&entry, 1, 50) }) != 0 { return true }
        }
        return false
    }
}
