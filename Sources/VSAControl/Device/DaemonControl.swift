import Administration
import DBus
import Dates
import DeviceInterfaces
import TVWorld

/// The features that the device and its service have in common: a clock and faults.
protocol DaemonControl: Sendable {
    func clock() async throws -> ClockResource

    /// Sets the clock, and returns its new state.
    func setClock(_ specification: String) async throws -> ClockResource

    /// Moves the clock, and returns its new state.
    func advanceClock(milliseconds: Int64) async throws -> ClockResource

    /// Returns the faults, the oldest first.
    func faults() async throws -> [FaultRecord]

    /// Adds a fault, and returns the fault as added.
    func addFault(_ fault: FaultRecord) async throws -> FaultRecord

    /// Releases the calls that hang because of a fault, or at a point, and returns their number.
    func releaseFault(_ name: String) async throws -> Int64

    /// Removes a fault, or all faults if the name is nil.
    func clearFaults(_ id: String?) async throws
}

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

extension FaultRecord {
    /// Creates a fault from an element of `ListFaults`.
    init(_ details: VariantDictionary) throws {
        self.init(
            id: try details.required(FaultField.id.busKey, as: String.self),
            at: try details.required(FaultField.at.busKey, as: String.self))
        for field in FaultField.ofDevice where field != .id && field != .at {
            let key = field.busKey
            switch self[field] {
            case .text: self[field] = .text(try details.optional(key).nonEmpty)
            case .flag: self[field] = .flag(try details.optional(key) ?? false)
            case .number where field.isCount:
                self[field] = .number(try details.optional(key, as: UInt32.self).map { Int64($0) })
            case .number: self[field] = .number(try details.optional(key) ?? 0)
            }
        }
    }

    /// The fault in the form that `AddFault` accepts.
    var details: VariantDictionary {
        var details: VariantDictionary = [:]
        // Members that only the service accepts are passed on, so that the device rejects them.
        for field in FaultField.described where FaultField.ofDevice.contains(field) || gives(field) {
            details[field.busKey] =
                switch self[field] {
                case .text(let text): BusVariant(text ?? "")
                case .flag(let flag): BusVariant(flag)
                case .number(let number) where field.isCount: BusVariant(UInt32(clamping: number ?? 0))
                case .number(let number): BusVariant(number ?? 0)
                }
        }
        return details
    }

    /// The fault in the form that the service accepts: members with default values are omitted.
    var request: JSON { .object(members([.at] + FaultField.described.filter { $0 != .at && gives($0) })) }
}
