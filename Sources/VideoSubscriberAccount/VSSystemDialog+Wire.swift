import DBus

extension VSSystemDialog {
    /// What `Present` tells.
    ///
    /// - Throws: `ConversionError` naming the key whose value has another type.
    init(details: Details) throws(ConversionError) {
        typealias Key = WireNames.DialogKey
        let provider: String? = try details.read(Key.provider)
        self.init(
            kind: Kind(rawValue: try details.read(Key.kind) ?? ""), title: try details.read(Key.title) ?? "",
            accountProviderIdentifier: provider.flatMap { $0.isEmpty ? nil : $0 })
    }
}
