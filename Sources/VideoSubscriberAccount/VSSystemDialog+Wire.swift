import DBus
import DeviceInterfaces

extension VSSystemDialog {
    /// Creates the dialog from the arguments of `Present`.
    ///
    /// - Throws: `BusConversionError` with the name of a key whose value has the wrong type.
    init(details: VariantDictionary) throws(BusConversionError) {
        typealias Key = RequestInterface.Key
        let provider: String? = try details.optional(Key.provider)
        self.init(
            kind: Kind(rawValue: try details.optional(Key.kind) ?? ""), title: try details.optional(Key.title) ?? "",
            accountProviderIdentifier: provider.flatMap { $0.isEmpty ? nil : $0 })
    }
}
