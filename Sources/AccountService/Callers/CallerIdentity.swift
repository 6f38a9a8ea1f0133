import AccountCore
import DBus
import Glibc

/// Which app a connection belongs to, and how that was found out.
struct CallerIdentity: Sendable, Equatable {
    var application: ApplicationID
    var identification: Identification
}

/// One way to tell from a connection's credentials which app is behind it. The first one that knows counts; those that the system
/// vouches for (Flatpak's metadata, systemd's app scope) stand before those that it does not.
protocol IdentityEvidence: Sendable {
    /// The app, or nil when this way says nothing.
    func identity(from credentials: Credentials) -> CallerIdentity?
}

/// The base name of the executable of the caller's process.
struct ExecutableEvidence: IdentityEvidence {
    func identity(from credentials: Credentials) -> CallerIdentity? {
        guard let processID = credentials.processID, var path = Self.linkTarget("/proc/\(processID)/exe") else { return nil }
        let deleted = " (deleted)"
        if path.hasSuffix(deleted) { path.removeLast(deleted.count) }
        return ApplicationID(executable: path).map { CallerIdentity(application: $0, identification: .executable) }
    }

    private static func linkTarget(_ link: String) -> String? {
        var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &characters, characters.count)
        return count > 0 ? String(decoding: characters[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
