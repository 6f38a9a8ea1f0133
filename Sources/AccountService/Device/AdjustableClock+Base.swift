import TVWorld

extension AdjustableClock {
    /// A clock that can be set: this one if it is one, the machine's with its setting, else this one as if it were the machine's.
    static func over(_ clock: any WorldClock) -> AdjustableClock {
        switch clock {
        case let clock as AdjustableClock: clock
        case let clock as SystemClock: AdjustableClock(clock.setting)
        default: AdjustableClock { clock.milliseconds() * 1_000 }
        }
    }
}
