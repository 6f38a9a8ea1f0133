import Foundation

/// The devices that the simulator's libraries run on, as they describe themselves to the service.
package enum SimulatedDevice: Sendable {
    case phone, tablet, television

    /// Returns the members of the client information of an app on the device.
    package func information(of application: String) -> [String: JSONValue] {
        let (hardware, model, version, system) =
            switch self {
            case .phone: ("MobilePhone", "iPhone", "14,2", "iOS")
            case .tablet: ("Tablet", "iPad", "13,1", "iOS")
            case .television: ("SetTopBox", "AppleTV", "11,1", "tvOS")
            }
        return [
            "primaryHardwareType": .text(hardware), "model": .text(model), "version": .text(version),
            "manufacturer": .text("Apple"), "vendor": .text("Apple"), "osName": .text(system), "osFamily": .text(system),
            "osVendor": .text("Apple"), "osVersion": .text("18.0"), "connectionType": .text("WiFi"),
            "applicationId": .text(application),
        ]
    }
}

/// The identifier by which an app's library keeps its records and describes itself to the service.
package enum ApplicationIdentifier {
    /// Returns the identifier from the settings, or else `VSASIM_APPLICATION_ID`, or else the executable's name, by which the
    /// device identifies the app, too.
    package static func of(setting: String?, environment: [String: String]) -> String {
        setting.nonEmpty ?? environment["VSASIM_APPLICATION_ID"].nonEmpty ?? ProcessInfo.processInfo.processName
    }
}
