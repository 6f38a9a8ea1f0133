import Dispatch
import Glibc
import StateDirectory

/// Reads a descriptor on a separate thread, one portion at a time and only on request, so that an endless writer
/// cannot exhaust memory.
final class InputReader: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "vsactl-input")

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Returns the next bytes; nil at the end of the input.
    func next() async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: read()) }
        }
    }

    private func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = retrying { Glibc.read(descriptor, &buffer, 4_096) }
            if count > 0 { return Array(buffer[..<count]) }
            guard count < 0, errno == EAGAIN else { return nil }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, -1)
        }
    }
}
