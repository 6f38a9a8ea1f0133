import ServiceAccess

/// The dictionary of `getMetadata`.
struct MetadataArguments: Sendable, Equatable {
    /// The opcode; -1 if there is none.
    let key: Int32
    /// The resource of METADATA_AUTHORIZATION.
    let resource: String?
    /// The field of METADATA_USER_META.
    let field: String?

    init(_ arguments: [String: JSONValue]) {
        key = arguments[METADATA_OPCODE_KEY]?.integer.flatMap(Int32.init(exactly:)) ?? -1
        resource = arguments[METADATA_RESOURCE_ID_KEY]?.text
        field = arguments[METADATA_USER_META_KEY]?.text
    }
}
