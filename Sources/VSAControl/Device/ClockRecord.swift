import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// The clock of one daemon. Times are Unix milliseconds.
struct ClockRecord: Sendable, Equatable, Decodable {
    /// The adjustment of the machine's time: `real`, `offset:SECONDS` or `frozen:UNIX_SECONDS`.
    var specification: String
    /// `real`, `offset` or `frozen`.
    var mode: String
    /// How far it is from the machine's time.
    var offset: Int64
    /// The time of this clock.
    var time: Int64
    /// The time of the machine's clock.
    var machineTime: Int64

    var json: JSON {
        .members([
            "specification": .string(specification), "mode": .string(mode), "offset": .integer(offset),
            "time": .string(Timestamp.text(unixSeconds: time / 1_000)), "milliseconds": .integer(time),
            "machineMilliseconds": .integer(machineTime),
        ])
    }

    /// The setting in readable form: `real`, `frozen`, `31d ahead`.
    var setting: String {
        guard mode == "offset" else { return mode }
        return "\(TimeSpan(milliseconds: abs(time - machineTime)).words) \(time < machineTime ? "behind" : "ahead")"
    }

    /// The setting with which the clock continues from its current time.
    var resumed: String {
        mode == "frozen" ? ClockSetting.offset(milliseconds: time - machineTime).specification : specification
    }
}

extension ClockRecord {
    /// The answer of `GetClock`.
    init(_ details: Details) throws {
        specification = try details.required(Keys.specification, as: String.self)
        mode = try details.required(Keys.mode, as: String.self)
        offset = try details.required(Keys.offset, as: Int64.self)
        time = try details.required(Keys.time, as: Int64.self)
        machineTime = try details.required(Keys.machineTime, as: Int64.self)
    }
}
