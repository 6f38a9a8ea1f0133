import DBus

extension DeviceControl {
    /// Why a device is missing where none is expected.
    static let absence = "there is no session bus (DBUS_SESSION_BUS_ADDRESS)"

    /// Returns whether there should be a device: an operator's machine with a service need not have a session bus.
    ///
    /// - Parameter bus: The bus's address; nil for the session bus.
    static func isExpected(bus: String?, beside service: ServiceControl?) -> Bool {
        bus != nil || service == nil || Connection.sessionAddress != nil
    }
}

extension GlobalOptions {
    /// Reports to users that the device is left out because none is expected beside a service. They may expect it to be included,
    /// for example after sudo, which does not pass on the bus's address.
    func remarkAbsentDevice(beside service: ServiceControl?) {
        guard !json, !DeviceControl.isExpected(bus: address, beside: service) else { return }
        StandardStream.remark("vsactl: only the service, without a device: \(DeviceControl.absence)")
    }
}
