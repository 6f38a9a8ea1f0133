import ArgumentParser
import TVWorld
import TerminalProgress

/// `vsactl reset`
struct ResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Return the device and its service to their initial state.",
        discussion: """
            That is the scenario that was loaded last, otherwise the world that they were started with. Faults and clocks also \
            return to it. Keys, software statements and the trust between device and service are kept.
            """)

    @Flag(help: "Leave the device without any state instead.") var empty = false
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let service = try ServiceControl.present()
        if empty, !DeviceControl.isExpected(bus: global.address, beside: service) {
            throw Failure(.unreachable, "--empty needs a device, and \(DeviceControl.absence)")
        }
        global.remarkAbsentDevice(beside: service)
        // Both or none: a device must not be reset if the service cannot be.
        _ = try await service?.clock()
        // Never between the two halves of a load.
        let status = try await Progress.during("resetting") {
            try await StateLoader(bus: global.address, service: service).withTurn { device in
                let status = try await device?.reset(empty: empty)
                try await service?.reset()
                return status
            }
        }
        global.show(Report(["device": status, "service": service?.address.url], text: ""))
    }
}
