import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Small JSON files that are always whole.
enum JSONFile {
    /// A system call that failed.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let number: Int32

        var description: String { "\(path): \(String(cString: strerror(number)))" }
    }

    /// The content; nil when there is no such file, or when it is damaged.
    static func read(_ path: String) -> JSONValue? {
        let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= 1 << 20 {
            let count = retrying { Int32(clamping: Glibc.read(descriptor, &chunk, chunk.count)) }
            guard count > 0 else { return count == 0 ? JSONValue(parsing: bytes) : nil }
            bytes += chunk.prefix(Int(count))
        }
        return nil
    }

    /// Writes beside the file, then takes its place: readers see the old or the new content.
    static func write(_ value: JSONValue, to path: String) throws {
        let temporary = "\(path).\(getpid()).new"
        let descriptor = retrying { open(temporary, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw Failure(path: temporary, number: errno) }
        do {
            defer { close(descriptor) }
            var rest = value.serialized[...]
            while !rest.isEmpty {
                let count = retrying {
                    Int32(clamping: rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })
                }
                guard count > 0 else { throw Failure(path: temporary, number: errno) }
                rest = rest.dropFirst(Int(count))
            }
            guard retrying({ fsync(descriptor) }) == 0 else { throw Failure(path: temporary, number: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let number = errno
            unlink(temporary)
            throw Failure(path: path, number: number)
        }
    }

    /// Removes a file; one that is not there is removed already.
    static func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw Failure(path: path, number: errno) }
    }

    /// Removes a folder with everything in it.
    static func removeTree(_ path: String) throws {
        guard exists(path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }

    /// Makes a folder, and those above it, of mode 0700 from the beginning: an app may end between two steps.
    static func makeFolder(_ path: String) throws {
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty, parent != path, !exists(parent) { try makeFolder(parent) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Failure(path: path, number: errno) }
    }

    /// Whether something is there.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The names in a folder that belong to content, in order.
    static func names(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") && !$0.hasSuffix(".new") }.sorted()
    }

    private static func retrying(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            guard result == -1, errno == EINTR else { return result }
        }
    }
}
