import DBus

/// The interface documents of `dbus/interfaces` as they are: what Introspect returns. `dbus/generate` writes the extensions.
enum InterfaceDocuments {
    /// The one interface of a document.
    static func interface(_ document: String) throws -> Interface {
        guard let interface = try Interface.parse(xml: document).first else {
            preconditionFailure("an interface document has an interface")
        }
        return interface
    }
}
