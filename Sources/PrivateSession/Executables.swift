import Glibc

/// The locations of the project's own programs.
public enum Executables {
    /// The program is in none of the folders.
    public struct NotFound: Error, Sendable, CustomStringConvertible {
        /// The name of the program.
        public let name: String
        /// The searched folders, in order.
        public let folders: [String]

        public var description: String {
            "\(name) is in none of \(folders.joined(separator: ", ")); VSASIM_LIBEXEC may name the folder that has it"
        }
    }

    /// The folder of the running program, with symbolic links resolved.
    public static var ownFolder: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        let text = String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.lastIndex(of: "/").map { String(text[..<$0]) } ?? "."
    }

    /// The folder of the programs for users: that of the running program, or `../../bin` if the program is in `libexec/vsasim`.
    public static var commandFolder: String {
        let suffix = "/libexec/vsasim"
        return ownFolder.hasSuffix(suffix) ? "\(ownFolder.dropLast(suffix.count))/bin" : ownFolder
    }

    /// Returns the path of a program, which is searched next to the running program, then in `../libexec/vsasim`, `../libexec`
    /// and `../lib/vsasim` from there, then in `VSASIM_LIBEXEC`.
    ///
    /// - Throws: `NotFound` with the folders.
    public static func find(_ name: String) throws(NotFound) -> String {
        var folders = [ownFolder] + ["libexec/vsasim", "libexec", "lib/vsasim"].map { "\(ownFolder)/../\($0)" }
        if let folder = getenv("VSASIM_LIBEXEC").map({ String(cString: $0) }), !folder.isEmpty { folders.append(folder) }
        for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
        throw NotFound(name: name, folders: folders)
    }
}
