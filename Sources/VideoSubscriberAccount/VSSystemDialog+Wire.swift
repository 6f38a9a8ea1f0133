import DBus

extension VSSystemDialog {
    /// Creates the dialog from the arguments of `Present`.
    ///
    /// - Throws: `ConversionError` with the name of a key whose value has the wrong type.
    init(details: Details) throws(ConversionError) {
        typealias Key = WireNames.DialogKey
        let provider: String? = try details.read(Key.provider)
        self.init(
            kind: Kind(rawValue: try details.read(Key.kind) ?? ""), title: try details.read(Key.title) ?? "",
            accountProviderIdentifier: provider.flatMap { $0.isEmpty ? nil : $0 })
    }
}
