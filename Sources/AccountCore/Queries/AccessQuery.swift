import TVWorld

/// `CheckAccessStatus` without a prompt: rows A1–A4, A8 and A10.
public enum AccessQuery {
    /// Returns the permission of an app.
    ///
    /// - Throws: `VSError.unsupported` where Apple pairs the status with an error other than `accessNotGranted`: the user has not
    ///   decided and the region has no television providers.
    public static func status(of app: ApplicationID, in state: DeviceState) throws(VSError) -> AccessStatus {
        let status = state.accessStatus(of: app)
        if status == .notDetermined, !state.isRegionSupported { throw .unsupportedRegion(state.region) }
        return status
    }
}
