import CProcess
import Glibc
import StateDirectory
import Synchronization

/// The descriptors, ignored signals, variables and arguments that this process passes on unchanged to children in its own process
/// group, which stand in for it.
public enum Inheritance {
    private struct Recorded {
        var descriptors: Set<Int32> = []
        var ignoredSignals: [Int32] = []
    }

    /// Empty in a program that passes nothing on.
    private static let recorded = Mutex(Recorded())

    /// Records what the caller passes on purpose. Must be called before the program opens any file.
    public static func record() {
        let found = Recorded(descriptors: Set(withoutCloseOnExec()), ignoredSignals: (1...64).filter(Signals.isIgnored))
        recorded.withLock { $0 = found }
    }

    /// The descriptors above the standard streams that the caller passed.
    static var descriptors: Set<Int32> { recorded.withLock { $0.descriptors } }

    /// The signals that the caller ignores, as `nohup` does. `SIGCHLD`, which this process needs, is not passed on.
    static var ignoredSignals: [Int32] { recorded.withLock { $0.ignoredSignals } }

    /// Returns the descriptors above the standard streams that a child would inherit.
    static func withoutCloseOnExec() -> [Int32] {
        PrivateFolder.names(in: "/proc/self/fd").compactMap { Int32($0) }.filter { descriptor in
            let flags = fcntl(descriptor, F_GETFD)
            return descriptor > STDERR_FILENO && flags >= 0 && flags & FD_CLOEXEC == 0
        }
    }

    // MARK: - Texts that are not UTF-8, which Swift's strings cannot hold

    /// Returns variables as entries of an environment. Those that equal this process's own variables keep their bytes.
    static func environment(_ variables: [String: String]) -> [[UInt8]] {
        var variables = variables
        var entries: [[UInt8]] = []
        var next = cprocess_environment()
        while let entry = next?.pointee {
            let bytes = bytes(of: entry)
            let parts = bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { String(decoding: $0, as: UTF8.self) }
            if texts.count == 2, variables[texts[0]] == texts[1] {
                entries.append(bytes)
                variables[texts[0]] = nil
            }
            next = next?.advanced(by: 1)
        }
        return entries + variables.map { Array("\($0.key)=\($0.value)".utf8) }
    }

    /// Returns the bytes of arguments. If they equal this process's last arguments, these keep their original bytes.
    static func arguments(_ arguments: [String]) -> [[UInt8]] {
        let own = ownArguments.suffix(arguments.count)
        guard own.map({ String(decoding: $0, as: UTF8.self) }) == arguments else { return arguments.map { Array($0.utf8) } }
        return Array(own)
    }

    /// Returns the first of this process's arguments that is not UTF-8, in the notation `$'…'` of shells; nil if all are.
    ///
    /// - Parameter count: The number of arguments to examine, without the program's name.
    public static func malformedArgument(among count: Int) -> String? {
        let found = ownArguments.dropFirst().prefix(count).first { Array(String(decoding: $0, as: UTF8.self).utf8) != $0 }
        return found.map { bytes in
            let parts = bytes.map { byte -> String in
                let isPlain = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\")
                return isPlain ? String(UnicodeScalar(byte)) : (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
            }
            return "$'\(parts.joined())'"
        }
    }

    /// The bytes of this process's arguments, with the program's name.
    private static var ownArguments: [[UInt8]] {
        (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0].map { bytes(of: $0) } }
    }

    private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    }
}
