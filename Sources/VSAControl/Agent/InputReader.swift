import Dispatch
import Foundation

/// Reads a descriptor on a separate thread, one portion at a time and only on request, so that an endless writer
/// cannot exhaust memory.
final class InputReader: Sendable {
    /// The input.
    enum Portion: Sendable, Equatable {
        /// Bytes.
        case bytes([UInt8])
        /// Nothing for a moment, after bytes.
        case pause
        /// There will be no more.
        case end
    }

    /// The input, in order.
    let portions: AsyncStream<Portion>
    private let wanted = DispatchSemaphore(value: 0)

    /// How long a sequence of bytes that belong together takes at most, in milliseconds.
    private static let longestGap: Int32 = 50

    /// Starts the thread; it ends with the input.
    init(_ descriptor: Int32) {
        let (portions, continuation) = AsyncStream.makeStream(of: Portion.self)
        self.portions = portions
        let wanted = wanted
        let thread = Thread {
            while true {
                wanted.wait()
                let portion = Self.read(descriptor)
                continuation.yield(portion)
                if portion == .end { break }
                if Self.isQuiet(descriptor) { continuation.yield(.pause) }
            }
            continuation.finish()
        }
        thread.name = "vsactl-input"
        thread.start()
    }

    /// Asks for one more portion.
    func next() { wanted.signal() }

    private static func read(_ descriptor: Int32) -> Portion {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Foundation.read(descriptor, &buffer, 4_096)
            if count > 0 { return .bytes(Array(buffer[..<count])) }
            if count < 0, errno == EINTR { continue }
            guard count < 0, errno == EAGAIN else { return .end }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, -1)
        }
    }

    private static func isQuiet(_ descriptor: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, longestGap) == 0
    }
}
