import DBus
import DeviceInterfaces
import PrivateSession

/// The picker of a private session.
enum SessionPicker {
    /// Returns the picker as a service of the session's bus; nil if it is not installed or has no display.
    ///
    /// A session's bus has no accessibility bus: the picker uses the desktop's, where a screen reader is. If there is none, the
    /// picker does not search for one.
    static func service(outer: [String: String]) async -> ActivatableService? {
        let hasDisplay = outer["DISPLAY"].nonEmpty != nil || outer["WAYLAND_DISPLAY"].nonEmpty != nil
        guard hasDisplay, let picker = try? Executables.find("vsa-picker") else { return nil }
        if outer["AT_SPI_BUS_ADDRESS"].nonEmpty != nil || outer["GTK_A11Y"].nonEmpty != nil {
            return ActivatableService(name: name, executable: picker)
        }
        let setting = await accessibilityBus(outer).map { "AT_SPI_BUS_ADDRESS=\($0)" } ?? "GTK_A11Y=none"
        return ActivatableService(name: name, executable: "/usr/bin/env", arguments: [setting, picker])
    }

    private static let name = AgentInterface.busName.string

    /// Returns the address of the desktop's accessibility bus; nil if there is none, or it does not respond immediately.
    private static func accessibilityBus(_ outer: [String: String]) async -> String? {
        guard let address = outer["DBUS_SESSION_BUS_ADDRESS"].nonEmpty,
            let connection = try? await Connection.open(address: address)
        else { return nil }
        let answer = try? await connection.call(
            "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Bus", member: "GetAddress",
            timeout: .milliseconds(1_000))
        await connection.close()
        return (try? answer?.decode(as: String.self)).nonEmpty
    }
}
