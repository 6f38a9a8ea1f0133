import Dispatch
import Glibc

/// Reads a descriptor on a separate thread, one portion at a time and only on request, so that an endless writer
/// cannot exhaust memory.
final class InputReader: Sendable {
    /// The input, in order, to its end.
    let portions: AsyncStream<[UInt8]>
    private let wanted = DispatchSemaphore(value: 0)

    /// Starts the thread; it ends with the input.
    init(_ descriptor: Int32) {
        let (portions, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        self.portions = portions
        let wanted = wanted
        DispatchQueue(label: "vsactl-input").async {
            wanted.wait()
            while let portion = Self.read(descriptor) {
                continuation.yield(portion)
                wanted.wait()
            }
            continuation.finish()
        }
    }

    func next() { wanted.signal() }

    /// Returns the next bytes; nil at the end of the input.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Glibc.read(descriptor, &buffer, 4_096)
            if count > 0 { return Array(buffer[..<count]) }
            if count < 0, errno == EINTR { continue }
            guard count < 0, errno == EAGAIN else { return nil }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, -1)
        }
    }
}
