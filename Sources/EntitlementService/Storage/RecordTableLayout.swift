/// The columns of a table of records, for both engines.
///
/// Every table has a number that gives the order of insertion, the columns of the key, the end, the columns that lists filter by,
/// and the record as JSON.
struct RecordTableLayout: Sendable, Equatable {
    /// The table.
    let name: String
    /// The columns of the key, which are unique together.
    let key: [String]
    /// The columns that lists filter by, each with an index unless a later version removed it.
    let listed: [String]
    /// Columns of the key that have an index of their own.
    let indexed: [String]

    init(_ name: String, key: [String] = ["id"], listed: [String] = [], indexed: [String] = []) {
        self.name = name
        self.key = key
        self.listed = listed
        self.indexed = indexed
    }

    private static let device = ["requestor", "device", "application"]
    private static let profile = device + ["mvpd"]

    /// A version of the schema.
    struct Version: Sendable {
        let number: Int
        /// The tables that it added.
        var added: [RecordTableLayout] = []
        /// The indexes that it removed.
        var removedIndexes: [String] = []
    }

    /// The versions of the schema after the first. A released version is never changed.
    static let versions: [Version] = [
        Version(
            number: 2,
            added: [
                RecordTableLayout("statement"), RecordTableLayout("client"), RecordTableLayout("request"),
                RecordTableLayout(
                    "authentication", key: device, listed: ["mvpd", "user", "session"], indexed: ["requestor"]),
                RecordTableLayout("authorization", key: device + ["resource"]),
                RecordTableLayout("integration", key: ["requestor", "mvpd"]), RecordTableLayout("provider"),
            ]
        ),
        Version(number: 3, added: [RecordTableLayout("registration_code", listed: ["requestor"])]),
        Version(number: 4, added: [RecordTableLayout("login_session", listed: ["provider", "user"])]),
        Version(number: 5, added: [RecordTableLayout("media_token_use")]),
        Version(number: 6, added: [RecordTableLayout("requestor_settings"), RecordTableLayout("certificate")]),
        Version(
            number: 7,
            added: [
                RecordTableLayout("degradation_rule"),
                RecordTableLayout("temporary_pass_use", key: ["requestor", "mvpd", "id"], listed: ["device", "identity"]),
                RecordTableLayout("temporary_pass_claim", key: ["requestor", "mvpd", "kind", "value"]),
            ]
        ),
        Version(number: 8, added: [RecordTableLayout("scenario")]),
        Version(number: 9, added: [RecordTableLayout("clock")]),
        Version(
            number: 10,
            added: [
                RecordTableLayout("profile", key: profile, listed: ["user", "session"]),
                RecordTableLayout("profile_authorization", key: profile + ["resource"]),
                RecordTableLayout("shared_sign_in", key: ["identity", "mvpd"]), RecordTableLayout("open_session", key: device),
                RecordTableLayout("pending_logout"), RecordTableLayout("identity_key"),
            ]
        ),
        // Each session adds a code and removes one, and there are never many, because they expire after half an hour.
        Version(number: 11, removedIndexes: ["registration_code_requestor"]),
    ]
}
