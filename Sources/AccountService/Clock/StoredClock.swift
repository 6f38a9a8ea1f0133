import TVWorld

/// The device's clock as the state file keeps it: what was set, and what the daemon was started with when that was done.
///
/// What was set goes on after a restart, unless `VSASIM_CLOCK` says something else by then: whoever changes it means it.
struct StoredClock: Sendable, Equatable {
    /// The setting.
    var setting: ClockSetting
    /// What `VSASIM_CLOCK` said.
    var start: ClockSetting
}
