import AccountCore
import DBus
import DeviceInterfaces
import Glibc
import TVWorld

private typealias Key = ControlInterface.Key

/// The device's region, status, scenarios, snapshots, faults, and clock.
extension ControlObject {
    var deviceMethods: [MemberName: MethodHandler] {
        [
            Member.setRegion: changing { call in .regionSet(try Region(call.decode(String.self))) },
            Member.getStatus: .returning { _ in await status },
            Member.reset: .performing { call in
                let isEmpty: Bool? = try call.decode(VariantDictionary.self).optional(Key.empty)
                try await scenarioLoader.reset(isEmpty: isEmpty ?? false, on: call.connection)
            },
        ]
    }

    private var status: VariantDictionary {
        get async {
            let state = services.device.state
            return [
                Key.version: BusVariant(simulatorVersion), Key.processID: BusVariant(UInt32(getpid())),
                Key.region: BusVariant(state.region.code), Key.applications: BusVariant(UInt32(state.applications.count)),
                Key.signedIn: BusVariant(state.account.map { !$0.isRemembered } ?? false),
                Key.serviceEntityID: BusVariant(state.trust?.entityID ?? ""), Key.stateFolder: BusVariant(stateFolder),
                Key.unanswered: BusVariant(await driver.unanswered.rawValue),
            ]
        }
    }

    var scenarioMethods: [MemberName: MethodHandler] {
        [
            Member.validate: .performing { call in try scenarioLoader.validate(call.decode(String.self)) },
            Member.load: .returning { call in try await scenarioLoader.load(call.decode(String.self), on: call.connection) },
            Member.exportScenario: .returning { _ in await scenarioLoader.export() },
            Member.saveSnapshot: .returning { _ in
                let document = await scenarioLoader.save()
                let (size, limit) = (document.utf8.count, CallLimits.document)
                // A snapshot that cannot be loaded again would be useless.
                guard size < limit - 4_096 else {
                    throw ErrorReply(
                        .limitsExceeded, message: "the snapshot would have \(size) bytes, more than the \(limit) of a call")
                }
                return document
            },
        ]
    }

    var faultMethods: [MemberName: MethodHandler] {
        [
            Member.addFault: .returning { call in try services.faults.add(FaultRecord(call.decode(VariantDictionary.self))) },
            Member.listFaults: .returning { _ in services.faults.all.map(\.details) },
            Member.releaseFault: .returning { call in
                UInt32(clamping: try services.faults.release(call.decode(String.self)))
            },
            Member.clearFaults: .performing { call in try services.faults.clear(call.decode(String.self)) },
        ]
    }

    var clockMethods: [MemberName: MethodHandler] {
        [
            Member.getClock: .returning { _ in clockController.clock.details },
            Member.setClock: .performing { call in
                let text = try call.decode(String.self)
                try await clockController.change { _, machine in
                    guard let setting = ClockSetting(specification: text, machine: machine) else {
                        throw InvalidInput(
                            field: "specification",
                            message: "must be real, offset:SECONDS or frozen:UNIX_SECONDS, in the years 1 to 9979")
                    }
                    return setting
                }
            },
            Member.advanceClock: .performing { call in
                let milliseconds = try call.decode(Int64.self)
                try await clockController.change { setting, machine in
                    guard let advanced = setting.advanced(by: milliseconds, machine: machine) else {
                        throw InvalidInput(field: "milliseconds", message: "must result in a time in the years 1 to 9979")
                    }
                    return advanced
                }
            },
        ]
    }
}

extension AdjustableClock {
    /// The reply of `GetClock`.
    fileprivate var details: VariantDictionary {
        let setting = setting
        let machine = machineMilliseconds()
        let time = setting.time(machine: machine)
        return [
            Key.mode: BusVariant(setting.mode), Key.offset: BusVariant(time - machine), Key.time: BusVariant(time),
            Key.machineTime: BusVariant(machine), Key.specification: BusVariant(setting.specification),
        ]
    }
}
