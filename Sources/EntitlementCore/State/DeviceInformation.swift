import TVWorld

/// The information that a device sends in `X-Device-Info` or `device_info`.
///
/// Mirrors the client information of REST v1. Missing values are accepted, because devices are distinguished by their identifier
/// alone; invalid values are rejected with the name of their key.
public enum DeviceInformation: Sendable, Equatable {
    /// Nothing was sent.
    case absent
    /// The value is not a Base64-encoded JSON object.
    case unreadable
    /// A key has a value that is not accepted.
    case wrong(key: String, accepted: String)
    /// The values by the documented keys, with restricted values spelled as documented; empty and unknown ones are omitted.
    case fields([String: String])

    /// Creates the information from the JSON object. Restricted values are compared without regard to case; `type` is accepted
    /// for `primaryHardwareType`, as in published sample code.
    public init(_ json: JSON) {
        guard case .object(let members) = json else {
            self = .unreadable
            return
        }
        var fields: [String: String] = [:]
        for member in members {
            let key = member.key == "type" ? "primaryHardwareType" : member.key
            guard let rule = DeviceInformationRule.all[key], member.value != .null, member.value != "" else { continue }
            guard let text = rule.text(of: member.value) else {
                self = .wrong(key: member.key, accepted: rule.accepted)
                return
            }
            // If both spellings are present, the documented one takes precedence.
            if fields[key] == nil || member.key == key { fields[key] = text }
        }
        self = .fields(fields)
    }

    /// The information with the restrictions that only REST v2 has.
    public var restricted: DeviceInformation {
        guard case .fields(var fields) = self, let vendor = fields["osVendor"] else { return self }
        guard let text = DeviceInformationRule.vendor.text(of: .string(vendor)) else {
            return .wrong(key: "osVendor", accepted: DeviceInformationRule.vendor.accepted)
        }
        fields["osVendor"] = text
        return .fields(fields)
    }

    /// Returns what is invalid; nil if nothing is.
    ///
    /// - Parameter source: The name of the header or parameter.
    func problem(in source: String) -> String? {
        switch self {
        case .absent, .fields: nil
        case .unreadable: "\(source) must be a Base64-encoded JSON object."
        case .wrong(let key, let accepted): "\(source): \(key) takes \(accepted)."
        }
    }

    /// The value of a key; nil if it is missing.
    public subscript(key: String) -> String? { if case .fields(let fields) = self { fields[key] } else { nil } }

    /// The values for the records; nil if there are none.
    public var stored: [String: String]? { if case .fields(let fields) = self, !fields.isEmpty { fields } else { nil } }

    /// Whether it names a platform, known or not.
    public var namesPlatform: Bool { ["osName", "osFamily", "model"].contains { self[$0] != nil } }

    /// The platform, if it is known: from `osName`, or else `osFamily`, or else `model`.
    public var platform: Platform? {
        guard case .fields(let fields) = self else { return nil }
        for key in ["osName", "osFamily"] {
            if let platform = fields[key].flatMap({ Platform(deviceType: $0) }) { return platform }
        }
        let model = fields["model"]?.lowercased() ?? ""
        if model.hasPrefix("appletv") { return .tvos }
        if ["iphone", "ipad", "ipod"].contains(where: { model.hasPrefix($0) }) { return .ios }
        return nil
    }

    /// Returns the nested object that the service creates from the client information and from what it detects itself:
    /// `info.deviceInfo` of a registration code, before Base64.
    ///
    /// Mirrors the published sample of a registration code, including the replacements for unknown values.
    ///
    /// - Parameter unknown: The replacement for an unknown vendor or manufacturer.
    func normalized(_ detected: ClientConnection, unknown: JSON = "Unknown") -> JSON {
        let hardware: JSON = [
            "name": .optional(self["model"]), "vendor": self["vendor"].map { .string($0) } ?? unknown,
            "version": Self.version(self["version"]), "manufacturer": self["manufacturer"].map { .string($0) } ?? unknown,
        ]
        let display: JSON = [
            "width": .number(self["displayWidth"] ?? "0"), "height": .number(self["displayHeight"] ?? "0"),
            "ppi": .number(self["displayPpi"] ?? "0"), "name": "DISPLAY", "vendor": .null, "version": .null,
            // A string, as in the published description of REST v2.
            "diagonalSize": .optional(self["diagonalScreenSize"]),
        ]
        let connection: JSON = [
            "ipAddress": .optional(self["connectionIp"] ?? detected.address),
            "port": .optional(self["connectionPort"] ?? detected.port.map { String($0) }),
            "secure": .bool(self["connectionSecure"].map { $0 == "true" } ?? detected.isSecure),
            "type": .optional(self["connectionType"]),
        ]
        return [
            "type": .string(hardwareType), "model": .optional(self["model"]), "version": Self.version(self["version"]),
            "hardware": hardware, "operatingSystem": operatingSystem(unknown), "browser": browser(detected),
            "display": display, "applicationId": .optional(self["applicationId"]), "connection": connection,
        ]
    }

    /// The hardware type of the device, or else the platform's usual one.
    private var hardwareType: String {
        if let type = self["primaryHardwareType"] { return type }
        switch platform {
        case .tvos: return "SetTopBox"
        case .ios: return self["model"]?.lowercased().hasPrefix("ipad") == true ? "Tablet" : "MobilePhone"
        case nil: return "Unknown"
        }
    }

    private func operatingSystem(_ unknown: JSON) -> JSON {
        let name = self["osName"]
        let family = ["Mac OS": "macOS", "OS X": "macOS", "OpenBSD": "BSD", "Chrome OS": "Linux"]
        let vendor = [
            "iOS": "Apple", "tvOS": "Apple", "Mac OS": "Apple", "OS X": "Apple", "Android": "Google", "Chrome OS": "Google",
            "Windows": "Microsoft", "Roku OS": "Roku", "webOS": "LG",
        ]
        return [
            "name": .optional(name), "family": .optional(self["osFamily"] ?? name.map { family[$0] ?? $0 }),
            "vendor": (self["osVendor"] ?? name.flatMap { vendor[$0] }).map { .string($0) } ?? unknown,
            "version": Self.version(self["osVersion"]),
        ]
    }

    private func browser(_ connection: ClientConnection) -> JSON {
        [
            "name": .optional(self["browserName"]), "vendor": .optional(self["browserVendor"]),
            "version": Self.version(self["browserVersion"]),
            "userAgent": .optional(self["userAgent"] ?? connection.userAgent),
            "originalUserAgent": .optional(connection.userAgent ?? self["userAgent"]),
        ]
    }

    /// Returns the components of a version: up to three numbers separated by dots or commas; `profile` is the rest.
    private static func version(_ text: String?) -> JSON {
        var numbers: [Int64] = []
        var rest = Substring(text ?? "")
        while numbers.count < 3 {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let number = Int64(digits) else { break }
            numbers.append(number)
            rest = rest.dropFirst(digits.count)
            guard let separator = rest.first, separator == "." || separator == "," else { break }
            rest = rest.dropFirst()
        }
        // A fourth number and those after it are ignored.
        let profile = numbers.count == 3 && rest.allSatisfy { $0.isNumber || $0 == "." || $0 == "," } ? "" : String(rest)
        numbers += Array(repeating: 0, count: 3 - numbers.count)
        return [
            "major": .integer(numbers[0]), "minor": .integer(numbers[1]), "patch": .integer(numbers[2]),
            "profile": .string(profile),
        ]
    }
}

extension RegistrationCode {
    /// The device information in the service's form, with the information that the service itself detected.
    ///
    /// The two interfaces differ in the replacement for unknown values.
    public var normalizedDevice: JSON {
        let unknown: JSON = session == nil ? "Unknown" : .null
        return DeviceInformation.fields(device).normalized(connection, unknown: unknown)
    }
}
