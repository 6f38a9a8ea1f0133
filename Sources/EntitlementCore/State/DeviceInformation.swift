import TVWorld

/// What a device tells about itself in `X-Device-Info` or `device_info`.
///
/// Mirrors the client information of REST v1. What is missing is not refused, as devices are told apart by their identifier
/// alone; what is there and wrong is, by the name of its key.
public enum DeviceInformation: Sendable, Equatable {
    /// Nothing was sent.
    case absent
    /// What was sent is no Base64-encoded JSON object.
    case unreadable
    /// A key has a value that it does not take.
    case wrong(key: String, accepted: String)
    /// The values by the documents' keys, restricted ones spelt as documented; what was empty or is unknown is left out.
    case fields([String: String])

    /// Reads the JSON object. Restricted values are compared without regard to case; `type` stands for `primaryHardwareType`, as
    /// in published sample code.
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
            // Both spellings: the table's wins.
            if fields[key] == nil || member.key == key { fields[key] = text }
        }
        self = .fields(fields)
    }

    /// The value of a key; nil when it was not told.
    public subscript(key: String) -> String? { if case .fields(let fields) = self { fields[key] } else { nil } }

    /// What was told, for the records; nil when nothing was.
    public var stored: [String: String]? { if case .fields(let fields) = self, !fields.isEmpty { fields } else { nil } }

    /// The platform, when the device tells it: by `osName`, else `osFamily`, else `model`.
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
