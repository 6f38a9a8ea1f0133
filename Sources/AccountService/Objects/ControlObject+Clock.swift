import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key

/// The device's clock.
extension ControlObject {
    /// The handlers of this topic.
    var clockMethods: [MemberName: Handler] {
        [Member.getClock: .ordered(getClock), Member.setClock: .ordered(setClock), Member.advanceClock: .ordered(advanceClock)]
    }

    @Sendable private func getClock(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let setting = clockController.clock.setting
        let machine = clockController.clock.machineMicroseconds() / 1_000
        let time = setting.time(machine: machine)
        var details: Details = [:]
        details[Key.mode] = Variant(setting.mode)
        details[Key.offset] = Variant(time - machine)
        details[Key.time] = Variant(time)
        details[Key.machineTime] = Variant(machine)
        details[Key.specification] = Variant(setting.specification)
        return [details]
    }

    @Sendable private func setClock(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let text = try invocation.decode(String.self)
        try await clockController.change { _, machine in
            guard let setting = ClockSetting(specification: text, machine: machine) else {
                throw InvalidInput(
                    field: "specification",
                    message: "must be real, offset:SECONDS or frozen:UNIX_SECONDS, of the years 1 to 9979")
            }
            return setting
        }
        return []
    }

    @Sendable private func advanceClock(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let milliseconds = try invocation.decode(Int64.self)
        try await clockController.change { setting, machine in
            guard let advanced = setting.advanced(by: milliseconds, machine: machine) else {
                throw InvalidInput(field: "milliseconds", message: "must lead to a time of the years 1 to 9979")
            }
            return advanced
        }
        return []
    }
}

extension ClockSetting {
    /// `real`, `offset` or `frozen`.
    fileprivate var mode: String {
        switch self {
        case .real: "real"
        case .offset: "offset"
        case .frozen: "frozen"
        }
    }
}
