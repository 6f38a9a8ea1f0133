import ArgumentParser

/// `vsactl reset`
struct ResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Return the device and its service to the built-in world.",
        discussion: "Keys, software statements and the trust between device and service stay.")

    @Flag(help: "Leave the device with nothing at all instead.") var empty = false
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let address = try ServiceAddress.discover()
        // Not between the two halves of a load.
        let status = try await DeviceControl.withTurn(bus: global.address) { device in
            let status = try await device.reset(empty: empty)
            if let address { try await ServiceControl(address: address).reset() }
            return status
        }
        global.show(ResetReport(device: status, service: address?.url))
    }
}

/// What was reset.
struct ResetReport: Report {
    var device: DeviceStatus
    var service: String?

    var document: JSON { .document(["device": device.json, "service": .optional(service)]) }

    func text(_ style: Style) -> String { "" }
}
