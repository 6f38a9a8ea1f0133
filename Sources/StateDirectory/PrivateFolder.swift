import Glibc

/// Folders of mode 0700.
package enum PrivateFolder {
    /// Creates a folder and its parents, each accessible to its owner only. An existing one is not changed.
    ///
    /// - Throws: ``SystemFailure``, `EEXIST` if the name is that of something else.
    package static func make(_ path: String) throws(SystemFailure) {
        if mkdir(path, 0o700) == 0 { return }
        if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try make(String(path[..<slash]))
            if mkdir(path, 0o700) == 0 { return }
        }
        let failure = SystemFailure()
        var status = stat()
        guard failure.number == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw failure }
    }

    /// The names in a folder, including hidden ones, unordered; empty if the folder cannot be read.
    package static func names(in path: String) -> [String] {
        names(in: Array(path.utf8CString)).map { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    }

    /// The same for a path that ends with NUL, as bytes: the name of a file need not be UTF-8.
    package static func names(in path: [CChar]) -> [[CChar]] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        let links: [[CChar]] = [".", ".."].map { Array($0.utf8CString.dropLast()) }
        var names: [[CChar]] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } }
            if !links.contains(name) { names.append(name) }
        }
        return names
    }
}
