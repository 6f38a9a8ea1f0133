import Glibc

/// The standard streams as system calls: all of Foundation, whose `FileHandle` reads and writes them, is four times as large as
/// the program.
enum StandardStream {
    /// Returns the bytes of standard input up to its end or a count; nil if it cannot be read.
    static func read(upTo limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while bytes.count < limit {
            let count = Glibc.read(STDIN_FILENO, &block, min(block.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += block[..<count]
        }
        return bytes
    }

    /// Writes a string, and returns whether all of it was written.
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, Array(rest), rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
