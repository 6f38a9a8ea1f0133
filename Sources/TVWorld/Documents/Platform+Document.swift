extension Platform {
    /// The key of the lifetime on all platforms that are not listed.
    static let everyPlatform = "default"

    /// Reads a member with one lifetime per listed platform.
    static func lifetimes(_ object: DocumentObject, _ key: String) -> [Platform: Int64] {
        object.object(key, keys: allCases.map(\.rawValue)).map { lifetimes($0) } ?? [:]
    }

    /// Reads a member that is one lifetime for all platforms, or an object with one for some platforms and `default` for the
    /// others.
    static func lifetimes(_ object: DocumentObject, _ key: String, default value: Int64) -> (Int64, [Platform: Int64]) {
        guard case .object? = object[key], let platforms = object.object(key, keys: [everyPlatform] + allCases.map(\.rawValue))
        else { return (object.lifetime(key) ?? value, [:]) }
        return (platforms.lifetime(everyPlatform) ?? value, lifetimes(platforms))
    }

    private static func lifetimes(_ platforms: DocumentObject) -> [Platform: Int64] {
        var lifetimes: [Platform: Int64] = [:]
        for platform in allCases { lifetimes[platform] = platforms.lifetime(platform.rawValue) }
        return lifetimes
    }

    /// Returns the value for a lifetime and its exceptions.
    static func document(_ lifetime: Int64, _ exceptions: [Platform: Int64]) -> JSON {
        guard !exceptions.isEmpty else { return .integer(lifetime) }
        return .object([JSON.Member(everyPlatform, .integer(lifetime))] + members(exceptions))
    }

    /// Returns one member for each platform with a lifetime.
    static func members(_ lifetimes: [Platform: Int64]) -> [JSON.Member] {
        allCases.compactMap { platform in lifetimes[platform].map { JSON.Member(platform.rawValue, .integer($0)) } }
    }
}
