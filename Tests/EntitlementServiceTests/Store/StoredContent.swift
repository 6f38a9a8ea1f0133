import Foundation
import GRDB
import Testing

@testable import EntitlementCore
@testable import EntitlementService
@testable import TVWorld

/// One record of each kind in a store, or nil where there is none.
struct StoredContent: Sendable, Equatable {
    static let key = DeviceKey(requestor: "REF30", deviceID: "d")

    var configuration: EntitlementConfiguration
    var client: ClientRegistration?
    var request: PendingRequest?
    var authentication: AuthenticationRecord?
    var authorization: AuthorizationRecord?
    var registrationCode: RegistrationCode?

    init(_ state: EntitlementState) {
        configuration = state.configuration
        client = state.clients["c"]
        request = state.pendingRequests["_1"]
        authentication = state.authentications[Self.key]
        authorization = state.authorizations[Self.key, "news"]
        registrationCode = state.registrationCodes["AAAAAAA"]
    }

    init(_ store: any TokenStore) async throws {
        self = try await store.read(TransientState()) { StoredContent($0) }
    }

    /// The changes that write one record of each kind.
    static func changes() -> [Change] {
        [
            .save(
                SoftwareStatement(
                    id: "s", requestors: ["REF30"], name: "n", platforms: [.ios], schemes: ["a"], issuedAt: 1, token: "t")),
            .save(ClientRegistration(id: "c", secretDigest: [1], statement: "s", redirectURIs: [], issuedAt: 1)),
            .save(request()), .save(authentication("d", expiresAt: 5)), .save(authorization()),
            .save(Integration(requestor: "REF30", mvpd: "AlphaCable", isEnabled: false)),
            .save(ProviderMetadata(id: "alpha.example", xml: "<a/>")),
            .save(
                RegistrationCode(
                    code: "AAAAAAA", id: "i", key: key, clientID: "c", mvpd: "AlphaCable", platform: .tvos,
                    device: ["model": "AppleTV"], connection: ClientConnection(userAgent: "u"), createdAt: 1, expiresAt: 5)),
        ]
    }

    /// The session of a device.
    static func authentication(_ device: String, expiresAt: Int64) -> AuthenticationRecord {
        AuthenticationRecord(
            deviceKey: DeviceKey(requestor: "REF30", deviceID: device), mvpd: "AlphaCable", userID: "u", tokenSource: .apple,
            sessionID: "s-\(device)",
            attributes: ["zip": .list(["1"]), "maxRating": .map(["MPAA": "R"]), "hba_status": .flag(true)], createdAt: 1,
            expiresAt: expiresAt)
    }

    /// An authorization of a device.
    static func authorization(
        _ resource: String = "news", of device: DeviceKey = key, isDegraded: Bool = false, expiresAt: Int64 = 4
    ) -> AuthorizationRecord {
        AuthorizationRecord(key: device, mvpd: "AlphaCable", resource: resource, isDegraded: isDegraded, expiresAt: expiresAt)
    }

    /// A request of the device.
    static func request(_ id: String = "_1", expiresAt: Int64 = 2) -> PendingRequest {
        PendingRequest(id: id, key: key, mvpd: "AlphaCable", platform: .ios, createdAt: 1, expiresAt: expiresAt)
    }
}

/// A folder that is removed after the test.
func withStateFolder(_ body: (String) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("entitlement-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
}

extension SQLiteTokenStore {
    /// A store in memory.
    static func inMemory() throws -> SQLiteTokenStore { try SQLiteTokenStore(path: "") }

    /// The journal mode and the synchronous setting in effect: `wal` and `2` (FULL).
    func durability() throws -> [String] {
        try writer.atOnce { database in
            try ["journal_mode", "synchronous"].map { try String.fetchOne(database, sql: "PRAGMA \($0)") ?? "" }
        }
    }

    /// A store on a file, with the built-in world.
    static func opened(_ path: String, patience: Double = 5) throws -> SQLiteTokenStore {
        let store = try SQLiteTokenStore(path: path, patience: patience)
        try store.open(baseline: .builtIn)
        return store
    }
}

extension TokenStore {
    /// Writes changes without a decision.
    func commit(_ changes: [Change]) async throws {
        try await write(TransientState()) { _ in ((), changes) }
    }
}

/// Checks that a store fails with an error of a kind whose description contains some texts.
func expectFailure(
    _ kind: StoreFailure.Kind, _ texts: String..., place: SourceLocation = #_sourceLocation, in body: () async throws -> Void
) async {
    let failure = await #expect(throws: StoreFailure.self, sourceLocation: place) { try await body() }
    #expect(failure?.kind == kind, sourceLocation: place)
    for text in texts {
        #expect(failure?.description.contains(text) == true, "\(failure?.description ?? "")", sourceLocation: place)
    }
}
