import Glibc
import PrivateSession

/// The backend that this program is linked with: module `VSAControlBackend` makes this type conform to `Backend`.
package enum LinkedBackend {
    /// The backend. Without one, `vsactl-full` takes over; commands that always need it declare this (`Program.needsBackend`).
    static var current: any Backend.Type {
        guard let backend = LinkedBackend.self as Any.Type as? any Backend.Type else { handOver() }
        return backend
    }

    /// Replaces this process with `vsactl-full`, with the same arguments; exits if that is not possible.
    package static func handOver() -> Never {
        var reason = ""
        do throws(Executables.NotFound) {
            let path = try Executables.find("vsactl-full")
            execv(path, CommandLine.unsafeArgv)
            reason = "cannot start \(path): \(String(cString: strerror(errno)))"
        } catch {
            reason = "\(error)"
        }
        StandardStream.remark("vsactl: \(reason)")
        exit(ExitStatus.failed.rawValue)
    }
}
