import ArgumentParser
import TVWorld

/// `vsactl region`
struct RegionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "region", abstract: "The device's region.", subcommands: [Get.self, Set.self])

    /// `vsactl region get`
    struct Get: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "get", abstract: "Show the region.")
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            .region(try await device.status())
        }
    }

    /// `vsactl region set CODE`
    struct Set: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "set", abstract: "Set the region.")
        @Argument(help: "ISO 3166-1 alpha-2, such as US.", transform: Self.region) var code: String
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            .region(try await device.setRegion(code))
        }

        private static func region(_ text: String) throws -> String {
            let code = text.uppercased()
            guard code.utf8.count == 2, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
                throw ValidationError("A region is two letters (ISO 3166-1 alpha-2), such as US, not '\(text)'.")
            }
            return code
        }
    }
}

extension Report {
    fileprivate static func region(_ status: DeviceStatus) -> Report {
        Report(["region": status.region], text: status.region)
    }
}
