import TVWorld

/// What a device tells about itself in `X-Device-Info` or `device_info`.
public enum DeviceInformation: Sendable, Equatable {
    /// Nothing was sent.
    case absent
    /// What was sent is no Base64-encoded JSON object.
    case unreadable
    /// The text fields of the object.
    case fields([String: String])

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
