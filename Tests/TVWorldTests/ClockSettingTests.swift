import TVWorld
import Testing

@Suite("The clocks of the daemons")
struct ClockSettingTests {
    private static let now: Int64 = 1_800_000_000_000

    @Test(
        "A setting is written as it is read",
        arguments: [
            ("real", ClockSetting.real), ("offset:3600", .offset(milliseconds: 3_600_000)),
            ("offset:-1.500", .offset(milliseconds: -1_500)), ("frozen:1772388000", .frozen(milliseconds: 1_772_388_000_000)),
            ("frozen:0.025", .frozen(milliseconds: 25)),
        ])
    func specification(text: String, setting: ClockSetting) {
        #expect(ClockSetting(specification: text, machine: Self.now) == setting)
        #expect(setting.specification == text)
    }

    @Test(
        "Invalid settings",
        arguments: [
            "", "Real", "real:", "offset", "offset:", "offset:1h", "offset:--1", "offset:1.", "offset:1.0000", "frozen:",
            "frozen:999999999999999", "frozen:0.", "offset:1,5", "offset:9999999999999999", "offset:300000000000", "frozen:+1",
            "frozen:1:2", "real:1", "frozen:soon", "offset:9223372036854775807", "offset:-9223372036854775807",
            "frozen:9223372036854775807",
        ])
    func nonsense(text: String) {
        #expect(ClockSetting(specification: text, machine: Self.now) == nil)
    }

    @Test("A clock is advanced whether it runs or is stopped")
    func advance() {
        #expect(ClockSetting.real.advanced(by: 5, machine: Self.now) == .offset(milliseconds: 5))
        #expect(ClockSetting.offset(milliseconds: 5).advanced(by: -5, machine: Self.now) == .real)
        #expect(ClockSetting.frozen(milliseconds: 7).advanced(by: 3, machine: Self.now) == .frozen(milliseconds: 10))
        #expect(ClockSetting.real.advanced(by: .max, machine: Self.now) == nil)
    }

    @Test("A daemon's clock is set while it runs")
    func adjustable() throws {
        let clock = AdjustableClock()
        clock.setting = .frozen(milliseconds: 42)
        #expect(clock.milliseconds() == 42)
        #expect(clock.seconds() == 0)
        let before = SystemClock.machineMilliseconds()
        clock.setting = .offset(milliseconds: -1_000)
        #expect(clock.milliseconds() >= before - 1_000 && clock.milliseconds() <= SystemClock.machineMilliseconds() - 1_000)
        clock.setting = .frozen(milliseconds: -1)
        #expect(clock.seconds() == -1, "seconds before 1970 are rounded down")
    }
}
