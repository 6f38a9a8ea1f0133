import ArgumentParser

/// `vsactl check-access --app ID`
struct CheckAccessCommand: AsyncParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-access", abstract: "Act as an app: check its permission, without prompting the user.",
        discussion: "An error of the device is shown with its name, code and information, and the exit code is then 1.")

    @OptionGroup var app: ActingAsApp
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await app.perform(global) { client in
            Report.access(ApplicationRecord(id: app.application, access: try await client.accessStatus()))
        }
    }
}
