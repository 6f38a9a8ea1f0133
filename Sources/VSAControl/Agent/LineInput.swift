import Dispatch
import Glibc
import StateDirectory

/// Reads a descriptor on a separate thread, one portion at a time and only on request, so that an endless writer cannot exhaust
/// the memory.
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

/// Splits bytes into lines.
struct LineAssembler: Sendable {
    typealias Line = Result<String, UnusableLine>

    /// A line that cannot be an answer.
    struct UnusableLine: Error, Equatable {
        /// The reason, for the user.
        let remark: String
    }

    /// The current line, and at most one byte more than it may have.
    private var line: [UInt8] = []

    /// The maximum length of a line.
    private static let maximumLength = 8_192

    /// Adds bytes, and returns the lines that they complete, without line breaks.
    mutating func take(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(end())
            } else if line.count <= Self.maximumLength {
                line.append(byte)
            }
        }
        return lines
    }

    /// Returns the last line at the end of the input, if it has no line break.
    mutating func finish() -> Line? { line.isEmpty ? nil : end() }

    private mutating func end() -> Line {
        defer { line = [] }
        if line.count > Self.maximumLength {
            return Self.unusable("A line of more than \(Self.maximumLength) bytes is not accepted.")
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        // The bus has no such strings: the answer could not be sent.
        if line.contains(0) { return Self.unusable("The character NUL (Ctrl-@) is not accepted.") }
        guard let text = String(validating: line, as: UTF8.self) else { return Self.unusable("Only text in UTF-8 is accepted.") }
        return .success(text)
    }

    private static func unusable(_ remark: String) -> Line { .failure(UnusableLine(remark: remark)) }
}
