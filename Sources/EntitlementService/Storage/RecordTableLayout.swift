/// The columns of a table of records, for both engines.
///
/// Every table has a number for the order of insertion, the columns of the key, the expiration date, the columns by which lists
/// filter, and the record as JSON.
struct RecordTableLayout: Sendable, Equatable {
    /// The table.
    let name: String
    /// The columns of the key, which are unique together.
    let key: [String]
    /// The columns by which lists filter, each with an index.
    let listed: [String]
    /// Columns of the key with their own index.
    let indexed: [String]

    init(_ name: String, key: [String] = ["id"], listed: [String] = [], indexed: [String] = []) {
        self.name = name
        self.key = key
        self.listed = listed
        self.indexed = indexed
    }

    private static let device = ["requestor", "device", "application"]
    private static let profile = device + ["mvpd"]

    /// A version of the schema and the tables that it added.
    typealias Version = (version: Int, tables: [RecordTableLayout])

    /// The tables that each version of the schema added. A released version is never changed.
    static let added: [Version] = [
        (
            2,
            [
                RecordTableLayout("statement"), RecordTableLayout("client"), RecordTableLayout("request"),
                RecordTableLayout(
                    "authentication", key: device, listed: ["mvpd", "user", "session"], indexed: ["requestor"]),
                RecordTableLayout("authorization", key: device + ["resource"]),
                RecordTableLayout("integration", key: ["requestor", "mvpd"]), RecordTableLayout("provider"),
            ]
        ),
        (3, [RecordTableLayout("registration_code", listed: ["requestor"])]),
        (4, [RecordTableLayout("login_session", listed: ["provider", "user"])]),
        (5, [RecordTableLayout("media_token_use")]),
        (6, [RecordTableLayout("requestor_settings"), RecordTableLayout("certificate")]),
        (
            7,
            [
                RecordTableLayout("degradation_rule"),
                RecordTableLayout("temporary_pass_use", key: ["requestor", "mvpd", "id"], listed: ["device", "identity"]),
                RecordTableLayout("temporary_pass_claim", key: ["requestor", "mvpd", "kind", "value"]),
            ]
        ),
        (8, [RecordTableLayout("scenario")]),
        (9, [RecordTableLayout("clock")]),
        (
            10,
            [
                RecordTableLayout("profile", key: profile, listed: ["user", "session"]),
                RecordTableLayout("profile_authorization", key: profile + ["resource"]),
                RecordTableLayout("shared_sign_in", key: ["identity", "mvpd"]), RecordTableLayout("open_session", key: device),
                RecordTableLayout("pending_logout"), RecordTableLayout("identity_key"),
            ]
        ),
    ]
}
