import ArgumentParser
import TVWorld

/// `vsactl wait`
struct WaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait", abstract: "Wait for something.", subcommands: [Ready.self])

    /// `vsactl wait ready`
    struct Ready: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Wait until the device answers, and the service too where one is set up.",
            discussion: "Ends with code 3 when the time runs out.")

        @Option(help: ArgumentHelp("How long to wait at most: \(TimeSpan.accepted).", valueName: "time"))
        var timeout = TimeSpan(milliseconds: 10_000)

        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let (version, url) = try await Waiting.until("ready", within: timeout.duration) {
                let device = try await DeviceControl.connect(address: global.address).status()
                let address = try ServiceAddress.discover()
                if let address { try await ServiceControl(address: address).checkHealth() }
                return (device.version, address?.url)
            }
            global.show(
                RecordReport(
                    ["ready": true, "deviceVersion": .string(version), "serviceURL": .optional(url)], text: "ready", .good))
        }
    }
}
