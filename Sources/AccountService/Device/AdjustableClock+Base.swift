import TVWorld

extension AdjustableClock {
    /// Returns an adjustable clock: the given one if it is adjustable, else one with a setting on top of it.
    static func over(_ clock: any WorldClock, _ setting: ClockSetting = .real) -> AdjustableClock {
        switch clock {
        case let clock as AdjustableClock: clock
        // Its microseconds are kept.
        case is SystemClock: AdjustableClock(setting)
        default: AdjustableClock(setting) { clock.milliseconds() * 1_000 }
        }
    }
}
