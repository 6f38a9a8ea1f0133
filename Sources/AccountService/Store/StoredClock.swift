import TVWorld

/// The device's clock in the state file: its setting, and the daemon's start setting at that time.
///
/// The setting persists over a restart unless `VSASIM_CLOCK` has changed since, which is a deliberate choice.
struct StoredClock: Sendable, Equatable {
    /// The setting.
    var setting: ClockSetting
    /// The value of `VSASIM_CLOCK`.
    var start: ClockSetting
}
