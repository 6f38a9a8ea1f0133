import ArgumentParser
import TVWorld

/// `vsactl app`
struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "The apps that the device knows.", subcommands: [List.self, Show.self])

    /// `vsactl app list`
    struct List: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the apps.")
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report { .applications(try await device.applications()) }
    }

    /// `vsactl app show APP`
    struct Show: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one app.")
        @Argument(help: ArgumentHelp("The app's identifier.", valueName: "app"), completion: .live(.apps)) var application: String
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            .application(try await device.application(application))
        }
    }
}

extension Report {
    fileprivate static func application(_ application: ApplicationRecord) -> Report {
        Report(
            ["application": application],
            pairs: [
                "app": .init(application.id), "name": .init(application.name ?? "none"),
                "access": .init(application.access, AccessStatus.emphasis(application.access)),
                "identified by": .init(application.identifiedBy ?? "nothing yet"),
                "usage description": .init(application.usageDescription ?? "none"),
            ])
    }
}
