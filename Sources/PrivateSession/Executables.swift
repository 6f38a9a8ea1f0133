import Glibc

/// Where the project's own programs are.
public enum Executables {
    /// No folder has the program.
    public struct NotFound: Error, Sendable, CustomStringConvertible {
        /// The program that was looked for.
        public let name: String
        /// The folders in which it was looked for, in order.
        public let folders: [String]

        public var description: String {
            "\(name) is in none of \(folders.joined(separator: ", ")); VSASIM_LIBEXEC may name the folder that has it"
        }
    }

    /// The folder of the running program, links resolved.
    public static var ownFolder: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        let text = String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.lastIndex(of: "/").map { String(text[..<$0]) } ?? "."
    }

    /// Looks beside the running program, then in `../libexec/vsasim`, `../libexec` and `../lib/vsasim` from there, then in
    /// `VSASIM_LIBEXEC`.
    ///
    /// - Throws: `NotFound` naming the folders.
    public static func find(_ name: String) throws -> String {
        var folders = [ownFolder] + ["libexec/vsasim", "libexec", "lib/vsasim"].map { "\(ownFolder)/../\($0)" }
        if let folder = getenv("VSASIM_LIBEXEC").map({ String(cString: $0) }), !folder.isEmpty { folders.append(folder) }
        for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
        throw NotFound(name: name, folders: folders)
    }
}
