#if canImport(Glibc)
    import Glibc
#endif

/// How many files and sockets the process may have open.
public enum DescriptorLimit {
    /// What the service needs besides its connections: databases, event loops, files of keys.
    static let reserve = 64

    /// Raises the limit in force as far as it goes.
    ///
    /// - Returns: the limit then; nil if the system does not tell.
    public static func raise() -> Int? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        if limit.rlim_cur < limit.rlim_max {
            var raised = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
            // A sandbox may forbid it; then the old one stays.
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// How many connections can be served at a time.
    ///
    /// - Parameters:
    ///   - wanted: How many the configuration says.
    ///   - limit: How many descriptors the process may have; nil if that is not known.
    public static func connections(_ wanted: Int, limit: Int?) -> Int { max(1, min(wanted, (limit ?? .max) - reserve)) }
}
