import TVWorld

/// The clock of a daemon. Times are Unix milliseconds.
package struct ClockResource: AddressedResource {
    package static let path = "clock"

    /// The adjustment of the machine's time: `real`, `offset:SECONDS` or `frozen:UNIX_SECONDS`.
    package var specification: String
    /// `real`, `offset` or `frozen`.
    package var mode: String
    /// The difference from the machine's time.
    package var offset: Int64
    /// The time of this clock.
    package var time: Int64
    /// The time of the machine's clock.
    package var machineTime: Int64

    package init(specification: String, mode: String, offset: Int64, time: Int64, machineTime: Int64) {
        self.specification = specification
        self.mode = mode
        self.offset = offset
        self.time = time
        self.machineTime = machineTime
    }

    /// Creates a clock with a setting.
    package init(_ setting: ClockSetting, machine: Int64) {
        let time = setting.time(machine: machine)
        self.init(
            specification: setting.specification, mode: setting.mode, offset: time - machine, time: time, machineTime: machine)
    }
}
