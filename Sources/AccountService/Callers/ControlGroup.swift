import Encodings

/// `/proc/PID/cgroup`: the unit of the user's service manager in which a process runs, and the app in the unit's name.
enum ControlGroup {
    /// The maximum size, in bytes.
    static let limit = 65_536

    /// Returns the unit: the part after the user's manager and the slices in the process's control group. Nil if the process was
    /// not started by a user's manager.
    static func unit(in text: String) -> String? {
        for line in text.split(separator: "\n") {
            // HIERARCHY:CONTROLLERS:PATH; systemd's entry is the one without controllers, or before version 2 its named one.
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[1].isEmpty || fields[1] == "name=systemd" else { continue }
            if let unit = unit(path: fields[2]) { return unit }
        }
        return nil
    }

    private static func unit(path: Substring) -> String? {
        let components = path.split(separator: "/")
        guard let manager = components.firstIndex(where: { $0.hasPrefix("user@") && $0.hasSuffix(".service") }) else {
            return nil
        }
        guard let unit = components[(manager + 1)...].first(where: { !$0.hasSuffix(".slice") }) else { return nil }
        return unit.hasSuffix(".scope") || unit.hasSuffix(".service") ? String(unit) : nil
    }

    /// Returns the app of a unit with a name: `app[-LAUNCHER]-ID-RANDOM.scope` and `app[-LAUNCHER]-ID[@RANDOM].service`, as
    /// defined by systemd for desktop environments, or `snap.NAME.…`, which is `snap.NAME`. Nil for other units.
    static func application(unit: String) -> String? {
        if unit.hasPrefix("snap.") { return snap(unit) }
        guard unit.hasPrefix("app-") else { return nil }
        guard var id = withoutRandom(unit.dropFirst("app-".count)) else { return nil }
        // An escaped identifier contains no hyphen, so the part before one is the launcher. Flatpak does not escape its own.
        if let hyphen = id.firstIndex(of: "-"), id[..<hyphen].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
            id = id[id.index(after: hyphen)...]
        }
        return id.isEmpty ? nil : unescaped(id)
    }

    private static func withoutRandom(_ name: Substring) -> Substring? {
        if name.hasSuffix(".scope") {
            let stem = name.dropLast(".scope".count)
            guard let hyphen = stem.lastIndex(of: "-"), stem.last != "-" else { return nil }
            return stem[..<hyphen]
        }
        guard name.hasSuffix(".service") else { return nil }
        let stem = name.dropLast(".service".count)
        if let at = stem.lastIndex(of: "@") { return stem[..<at] }
        // Older versions of systemd used this name for programs that a session starts automatically.
        return stem.hasSuffix("-autostart") ? stem.dropLast("-autostart".count) : stem
    }

    private static func snap(_ unit: String) -> String? {
        let parts = unit.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 3 && !parts[1].isEmpty ? "snap.\(parts[1])" : nil
    }

    /// Returns a name without systemd's escapes, such as `\x2d` for a hyphen. Other text is unchanged.
    private static func unescaped(_ name: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(name.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let value = hexadecimalByte(rest.dropFirst().prefix(2))
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
