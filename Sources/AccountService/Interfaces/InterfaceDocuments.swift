/// The interface documents of `dbus/interfaces` as they are: what Introspect returns. `dbus/generate` writes the extensions.
enum InterfaceDocuments {}
