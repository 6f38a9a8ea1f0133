import ArgumentParser
import TVWorld

/// `vsactl access`
struct AccessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access", abstract: "Apps' permission to see the subscription.",
        subcommands: [List.self, Get.self, Set.self, Reset.self])

    /// `vsactl access list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List every app's permission.")
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let device = try await DeviceControl.connect(address: global.address)
            global.show(ApplicationsReport(applications: try await device.applications()))
        }
    }

    /// `vsactl access get APP`
    struct Get: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show an app's permission.")
        @Argument(help: ArgumentHelp("The app's identifier.", valueName: "app"), completion: .live(.apps)) var application: String
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let device = try await DeviceControl.connect(address: global.address)
            global.show(AccessReport(application: try await device.application(application)))
        }
    }

    /// `vsactl access set APP STATUS`
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set an app's permission.", discussion: "The app need not have been seen before.")
        @Argument(help: ArgumentHelp("The app's identifier.", valueName: "app"), completion: .live(.apps)) var application: String
        @Argument(help: "granted, denied, not-determined or restricted.") var status: AccessStatus
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let device = try await DeviceControl.connect(address: global.address)
            global.show(AccessReport(application: try await device.setAccess(status, application: application)))
        }
    }

    /// `vsactl access reset [APP]`
    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Return one app's permission, or every app's, to not determined.")
        @Argument(help: ArgumentHelp("The app's identifier; every app without it.", valueName: "app"), completion: .live(.apps))
        var application: String?
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let device = try await DeviceControl.connect(address: global.address)
            global.show(ApplicationsReport(applications: try await device.resetAccess(application: application)))
        }
    }
}

/// One app's permission.
struct AccessReport: Report {
    var application: ApplicationRecord

    var document: JSON { .document(["application": application.json]) }

    func text(_ style: Style) -> String { style.text(application.access, AccessStatus.emphasis(application.access)) }
}

/// Apps with their permissions.
struct ApplicationsReport: Report {
    var applications: [ApplicationRecord]

    var document: JSON { .document(["applications": .array(applications.map(\.json))]) }

    func text(_ style: Style) -> String {
        guard !applications.isEmpty else { return "" }
        return Table(
            headings: ["APP", "ACCESS", "IDENTIFIED BY", "USAGE DESCRIPTION"],
            rows: applications.map {
                [
                    .init($0.id), .init($0.access, AccessStatus.emphasis($0.access)), .init($0.identifiedBy ?? ""),
                    .init($0.usageDescription ?? ""),
                ]
            }
        ).text(style)
    }
}
