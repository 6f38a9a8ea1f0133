import DBus

/// The information about the apps that call.
struct ApplicationServices: Sendable {
    let callers: Callers
    let registry: ApplicationRegistry
    let resolver: CallerResolver
    let registrations = Registrations()

    init(callers: Callers, notifier: ChangeNotifier, desktopEntries: DesktopEntries) {
        self.callers = callers
        registry = ApplicationRegistry(notifier: notifier, desktopEntries: desktopEntries)
        resolver = CallerResolver(callers: callers, registry: registry, registrations: registrations)
    }

    /// Removes a connection that has left the bus.
    func forget(_ sender: BusName) {
        callers.remove(sender)
        registrations[sender] = nil
    }
}
