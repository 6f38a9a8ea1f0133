import Glibc

/// The number of files and sockets that the process may have open.
public enum DescriptorLimit {
    /// The number of descriptors that the service needs in addition to its connections: databases, event loops, key files.
    static let reserve = 64

    /// Raises the current limit as far as possible.
    ///
    /// - Returns: The new limit; nil if the system does not provide it.
    public static func raise() -> Int? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        if limit.rlim_cur < limit.rlim_max {
            var raised = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
            // A sandbox may forbid this; the old limit then remains.
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Returns the number of connections that can be served concurrently.
    ///
    /// - Parameters:
    ///   - wanted: The configured number.
    ///   - limit: The number of descriptors that the process may have; nil if it is unknown.
    public static func connections(_ wanted: Int, limit: Int?) -> Int { max(1, min(wanted, (limit ?? .max) - reserve)) }
}
