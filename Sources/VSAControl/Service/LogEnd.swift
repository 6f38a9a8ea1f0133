import Glibc

/// The end of a log, for the advice of an error.
enum LogEnd {
    /// The number of lines.
    private static let count = 10
    /// The maximum size, in bytes: a log may be of any size.
    private static let size = 16_384

    /// Returns the last lines of a file; nil if there are none.
    static func lines(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let start = max(0, lseek(file, 0, SEEK_END) - off_t(size))
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, size, start))
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(count)
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
