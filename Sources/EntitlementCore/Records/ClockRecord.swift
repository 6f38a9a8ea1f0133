/// What was done to the service's clock, so that it goes on after a restart.
public struct ClockRecord: StoredRecord {
    public static let table = "clock"
    public static let isConfiguration = true
    public static let survivesReset = true

    /// The setting, as `VSASIM_CLOCK` writes it.
    public var setting: String
    /// What the service was started with when that was done: a service that is started with something else begins with that.
    public var start: String

    /// A setting, and what the service was started with.
    public init(setting: String, start: String) {
        self.setting = setting
        self.start = start
    }

    /// There is one at a time.
    public var recordKey: String { "current" }
}
