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
}
