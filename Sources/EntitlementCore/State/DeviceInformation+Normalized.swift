import TVWorld

extension DeviceInformation {
    /// Returns the nested object that the service creates from the client information and from what it detects itself:
    /// `info.deviceInfo` of a registration code, before Base64.
    ///
    /// Mirrors the published sample of a registration code, including the replacements for unknown values.
    ///
    /// - Parameter unknown: The replacement for an unknown vendor or manufacturer.
    public func normalized(_ detected: ClientConnection, unknown: JSON = "Unknown") -> JSON {
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
    static func version(_ text: String?) -> JSON {
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
