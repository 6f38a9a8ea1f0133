import Glibc

/// Streams as system calls: all of Foundation, whose `FileHandle` reads and writes them, is four times as large as the program.
enum StandardStream {
    /// Returns the bytes of a file up to its end or a count; nil if it cannot be read. The file may also be a pipe.
    static func read(file path: String, upTo limit: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return read(descriptor, upTo: limit)
    }

    /// Returns the bytes of a stream up to its end or a count; nil if it cannot be read.
    static func read(_ descriptor: Int32, upTo limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &block, min(block.count, limit - bytes.count))
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
