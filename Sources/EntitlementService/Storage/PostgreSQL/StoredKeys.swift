import Crypto
import EntitlementCore
import Foundation
import PostgreSQL
import StateDirectory
import Synchronization

/// The service's keys in the database, encrypted with a secret that is not stored there: every node has the same ones.
///
/// They are few and change rarely, so every node keeps all of them in memory.
public final class StoredKeys: KeyFiles {
    private struct State {
        var texts: [String: String] = [:]
        /// The number of changes to each file.
        var changes: [String: Int] = [:]
    }

    private let pool: ConnectionPool
    private let key: SymmetricKey
    private let state = Mutex(State())

    /// Reads the keys of a schema. If there are none, copies those of a state folder.
    ///
    /// - Parameters:
    ///   - secret: The secret that encrypts the keys.
    ///   - folder: The keys from before the database had any.
    /// - Throws: ``StoreFailure``; ``StoreFailure/Kind/configuration`` if the keys were encrypted with another secret.
    public init(_ store: PostgreSQLTokenStore, secret: String, folder: StateFolder) throws {
        pool = store.pool
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(secret.utf8)), info: Data("entitlementd keys".utf8), outputByteCount: 32)
        let deadline = ContinuousClock.now + PostgreSQLTokenStore.longPatience
        do {
            let connection = try pool.database.open(before: deadline)
            // Of nodes that start together, one copies its keys: all of them or none.
            let found = try connection.run(
                [
                    Statement("BEGIN"), Statement("LOCK TABLE service_key IN SHARE ROW EXCLUSIVE MODE"), Self.selection,
                ], before: deadline)[2]
            let copies = try (found.rows.isEmpty ? folder.keyNames() : []).compactMap { name in
                try folder.read(name).map { try insertion(of: $0, as: name) }
            }
            try take(
                try connection.run(copies + [Self.selection, Statement("COMMIT")], before: deadline)[copies.count])
        } catch { throw pool.database.translated(error) }
    }

    package func reload() async throws { try take(try await pool.answers(to: [Self.selection])[0]) }

    // Nodes already take turns, by the lock of their database.
    package func alone(_ changes: () async throws -> Void) async throws { try await changes() }

    private static let selection = Statement("SELECT name, sealed FROM service_key")

    private func take(_ answer: Answer) throws {
        var texts: [String: String] = [:]
        for row in answer.rows {
            let name = row.text(0) ?? ""
            texts[name] = try opened(row.bytes(1) ?? [], name)
        }
        state.withLock { [texts] state in
            for (name, text) in texts where state.texts[name] != text { state.changes[name, default: 0] += 1 }
            state.texts = texts
        }
    }

    package func read(_ name: String) throws -> String? { state.withLock { $0.texts[name] } }

    package func names() -> [String] { state.withLock { Array($0.texts.keys) } }

    package func path(of name: String) -> String { "\(name) of the schema \(pool.database.schema)" }

    package func stamp(of name: String) -> [Int]? { state.withLock { [$0.changes[name] ?? 0] } }

    package func write(_ text: String, to name: String) async throws {
        _ = try await pool.answers(
            to: [
                Statement("BEGIN"),
                Statement(
                    """
                    INSERT INTO service_key (name, sealed) VALUES ($1, $2)
                    ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed
                    """, [.text(name), .bytes(try sealed(text, name))]),
            ] + PostgreSQLTokenStore.announcement(pool.database.schema) + [Statement("COMMIT")])
        keep(text, name)
    }

    package func writeOnce(_ text: String, to name: String) async throws -> String {
        let rows = try await pool.answers(to: [
            insertion(of: text, as: name),
            Statement("SELECT sealed FROM service_key WHERE name = $1", [.text(name)]),
        ])[1].rows
        let written = try opened(rows.first?.bytes(0) ?? [], name)
        keep(written, name)
        return written
    }

    package func remove(_ name: String) async {
        // If it remains, the next roll-over removes it.
        _ = try? await pool.answers(to: [Statement("DELETE FROM service_key WHERE name = $1", [.text(name)])])
        state.withLock { $0.texts[name] = nil }
    }

    private func insertion(of text: String, as name: String) throws -> Statement {
        Statement(
            "INSERT INTO service_key (name, sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
            [.text(name), .bytes(try sealed(text, name))])
    }

    private func keep(_ text: String, _ name: String) {
        state.withLock { state in
            state.texts[name] = text
            state.changes[name, default: 0] += 1
        }
    }

    private func sealed(_ text: String, _ name: String) throws -> Data {
        let box = try AES.GCM.seal(Data(text.utf8), using: key, authenticating: Data(name.utf8))
        return box.combined ?? Data()
    }

    private func opened(_ sealed: [UInt8], _ name: String) throws -> String {
        guard let box = try? AES.GCM.SealedBox(combined: Data(sealed)),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Data(name.utf8))
        else {
            throw StoreFailure(
                .configuration,
                "The keys in the schema \(pool.database.schema) of the database are encrypted with another secret than that of "
                    + "database-key: all nodes need the same one.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
