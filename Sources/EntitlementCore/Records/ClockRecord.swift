/// The setting of the service's clock, which persists across restarts.
public struct ClockRecord: StoredRecord {
    public static let table = "clock"
    public static let isConfiguration = true
    public static let survivesReset = true

    /// The setting, as `VSASIM_CLOCK` writes it.
    public var setting: String
    /// The setting with which the service was started at that time; a service that is started with a different one uses its own.
    public var start: String

    /// Creates a record of a setting and the service's start setting.
    public init(setting: String, start: String) {
        self.setting = setting
        self.start = start
    }

    /// There is only one.
    public var recordKey: String { "current" }
}
