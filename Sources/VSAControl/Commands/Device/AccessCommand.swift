import ArgumentParser
import TVWorld

/// `vsactl access`
struct AccessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access", abstract: "Apps' permission to see the subscription.",
        subcommands: [List.self, Get.self, Set.self, Reset.self])

    /// `vsactl access list`
    struct List: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List every app's permission.")
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report { .applications(try await device.applications()) }
    }

    /// `vsactl access get APP`
    struct Get: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "get", abstract: "Show an app's permission.")
        @Argument(help: ArgumentHelp("The app's identifier.", valueName: "app"), completion: .live(.apps)) var application: String
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            .access(try await device.application(application))
        }
    }

    /// `vsactl access set APP STATUS`
    struct Set: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Set an app's permission.",
            discussion: "The app does not need to be known to the device.")
        @Argument(help: ArgumentHelp("The app's identifier.", valueName: "app"), completion: .live(.apps)) var application: String
        @Argument(help: "granted, denied, not-determined or restricted.") var status: AccessStatus
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            .access(try await device.setAccess(status, application: application))
        }
    }

    /// `vsactl access reset [APP]`
    struct Reset: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset", abstract: "Reset one app's permission, or every app's, to not-determined.")
        @Argument(help: ArgumentHelp("The app's identifier; if omitted, every app.", valueName: "app"), completion: .live(.apps))
        var application: String?
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            .applications(try await device.resetAccess(application: application))
        }
    }
}

extension Report {
    static func access(_ application: ApplicationRecord) -> Report {
        Report(
            ["application": application], text: application.access, AccessStatus.emphasis(application.access))
    }

    static func applications(_ applications: [ApplicationRecord]) -> Report {
        Report(
            "applications", applications, json: \.json,
            columns: [
                "APP": { .init($0.id) }, "NAME": { .init($0.name ?? "") },
                "ACCESS": { .init($0.access, AccessStatus.emphasis($0.access)) },
                "IDENTIFIED BY": { .init($0.identifiedBy ?? "") }, "USAGE DESCRIPTION": { .init($0.usageDescription ?? "") },
            ])
    }
}
