import Administration
import DBus
import Dates
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

extension ClockResource {
    /// The clock for programs.
    var report: JSON {
        .members([
            "specification": specification, "mode": mode, "offset": offset, "time": Timestamp.text(unixSeconds: time / 1_000),
            "milliseconds": time, "machineMilliseconds": machineTime,
        ])
    }

    /// The setting in readable form: `real`, `frozen`, `31d ahead`.
    var setting: String {
        guard mode == "offset" else { return mode }
        let difference = Int64(clamping: lead.magnitude)
        return "\(TimeSpan(milliseconds: difference).words) \(lead < 0 ? "behind" : "ahead")"
    }

    /// The setting with which the clock continues from its current time.
    var resumed: String {
        mode == "frozen" ? ClockSetting.offset(milliseconds: lead).specification : specification
    }

    /// The milliseconds by which it is ahead of the machine's clock.
    private var lead: Int64 { time.clampedDifference(machineTime) }

    /// Creates a clock from the reply of `GetClock`.
    init(_ details: VariantDictionary) throws {
        self.init(
            specification: try details.required(Keys.specification, as: String.self),
            mode: try details.required(Keys.mode, as: String.self),
            offset: try details.required(Keys.offset, as: Int64.self),
            time: try details.required(Keys.time, as: Int64.self),
            machineTime: try details.required(Keys.machineTime, as: Int64.self))
    }
}
