import ArgumentParser
import TVWorld
import TerminalProgress

/// `vsactl wait`
struct WaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait", abstract: "Wait for a condition.", subcommands: [Ready.self])

    /// `vsactl wait ready`
    struct Ready: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ready", abstract: "Wait until the device answers, and also the service if one is set up.",
            discussion: "The exit code is 3 if the time runs out.")

        @Option(help: .time("The maximum time to wait", TimeSpan.accepted)) var timeout = TimeSpan(milliseconds: 10_000)

        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let (version, url) = try await Progress.during("waiting for the device and the service") {
                try await Waiting.until("ready", within: timeout.duration) {
                    let device = try await DeviceControl.connect(address: global.address).status()
                    let address = try ServiceAddress.discover()
                    if let address { try await ServiceControl(address: address).checkHealth() }
                    return (device.version, address?.url)
                }
            }
            global.show(
                Report(
                    ["ready": true, "deviceVersion": version, "serviceURL": url], text: "ready", .good))
        }
    }
}
