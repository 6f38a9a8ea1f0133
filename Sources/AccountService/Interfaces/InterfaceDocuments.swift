import DBus

/// The unchanged interface documents of `dbus/interfaces`, which Introspect returns. `dbus/generate` writes the extensions.
enum InterfaceDocuments {
    /// Returns the only interface of a document.
    static func interface(_ document: String) throws -> Interface {
        guard let interface = try Interface.parse(xml: document).first else {
            preconditionFailure("an interface document has an interface")
        }
        return interface
    }
}
