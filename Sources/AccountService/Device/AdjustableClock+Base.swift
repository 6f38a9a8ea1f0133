import TVWorld

extension AdjustableClock {
    /// Returns an adjustable clock: the given one if it is adjustable, else one with its setting or on top of it.
    static func over(_ clock: any WorldClock) -> AdjustableClock {
        switch clock {
        case let clock as AdjustableClock: clock
        case let clock as SystemClock: AdjustableClock(clock.setting)
        default: AdjustableClock { clock.milliseconds() * 1_000 }
        }
    }
}
