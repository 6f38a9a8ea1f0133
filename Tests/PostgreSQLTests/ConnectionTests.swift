import DatabaseServer
import Foundation
import Glibc
import PostgreSQL
import Testing

@Suite("A connection to PostgreSQL")
struct ConnectionTests {
    private var soon: ContinuousClock.Instant { .now + .seconds(60) }

    private func connection(_ server: PostgreSQLServer? = nil) async throws -> Connection {
        let url = if let server { server.url } else { try await PostgreSQLServer.shared.url }
        return try Connection.open(to: url, applicationName: "tests", before: soon)
    }

    @Test("values pass unchanged in both directions")
    func values() async throws {
        let connection = try await connection()
        let bytes = (0...255).map { UInt8($0) }
        let row = try connection.run(
            [
                Statement(
                    "SELECT $1::bytea, $2::text, $3::bigint, $4::bigint, $5::text, $6::bytea, $7::text, 2::smallint, 1 = 1, 1 = 2",
                    [.bytes(bytes), .text("Zoë's \"☂\""), .integer(.min), .integer(-2), .null, .bytes([]), .text("")])
            ], before: soon)[0].rows[0]
        #expect(row.bytes(0) == bytes && row.text(1) == "Zoë's \"☂\"" && row.integer(2) == .min && row.integer(3) == -2)
        #expect(row.text(4) == nil && row.bytes(5) == [] && row.text(6) == "" && row.integer(7) == 2)
        #expect(row.flag(8) == true && row.flag(9) == false)
    }

    @Test("the server's version is known without a query")
    func version() async throws {
        let connection = try await connection()
        let setting = Statement("SELECT current_setting('server_version_num')::bigint")
        let version = try connection.run([setting], before: soon)[0].rows[0].integer(0)
        #expect(version == Int64(connection.serverVersion))
    }

    @Test("many statements take one round trip, with more data than the socket holds in each direction")
    func pipeline() async throws {
        let connection = try await connection()
        let text = String(repeating: "x", count: 100_000)
        let answers = try connection.run(
            (0..<20).map { Statement("SELECT $1::text, $2::bigint", [.text(text), .integer($0)]) }, before: soon)
        #expect(answers.map { $0.rows[0].integer(1) } == (0..<20).map { $0 })
        #expect(answers.allSatisfy { $0.rows[0].bytes(0)?.count == text.utf8.count })
    }

    @Test("a rejected statement has its SQLSTATE, undoes the statements before it, and the connection can still be used")
    func refusal() async throws {
        let connection = try await connection()
        try connection.run([Statement("CREATE TEMPORARY TABLE t (n bigint PRIMARY KEY)")], before: soon)
        let insertion = Statement("INSERT INTO t VALUES ($1)", [.integer(1)])
        for batch in [[insertion, insertion], [Statement("BEGIN"), insertion, insertion, Statement("COMMIT")]] {
            let error = #expect(throws: DatabaseError.self) { try connection.run(batch, before: soon) }
            #expect(error?.kind == .refused(sqlState: "23505") && error?.endsConnection == false)
            #expect(error?.description.contains("t_pkey") == true)
        }
        #expect(try connection.run([Statement("SELECT count(*) FROM t")], before: soon)[0].rows[0].integer(0) == 0)
        // A statement that could not be prepared is prepared again.
        let selection = Statement("SELECT n FROM later")
        #expect(throws: DatabaseError.self) { try connection.run([selection], before: soon) }
        try connection.run([Statement("CREATE TEMPORARY TABLE later (n bigint)")], before: soon)
        #expect(try connection.run([selection], before: soon)[0].rows.isEmpty)
        #expect(try connection.run([insertion], before: soon)[0].count == 1)
    }

    @Test("of two serializable transactions that depend on each other, one has a conflict")
    func conflict() async throws {
        let (one, other) = (try await connection(), try await connection())
        let table = "conflict_\(UInt32.random(in: 0 ... .max))"
        try one.run([Statement("CREATE TABLE \(table) (n bigint)")], before: soon)
        let start = [Statement("BEGIN ISOLATION LEVEL SERIALIZABLE"), Statement("SELECT count(*) FROM \(table)")]
        let end = [Statement("INSERT INTO \(table) VALUES (1)"), Statement("COMMIT")]
        try one.run(start, before: soon)
        try other.run(start, before: soon)
        try one.run(end, before: soon)
        let error = #expect(throws: DatabaseError.self) { try other.run(end, before: soon) }
        #expect(error?.isConflict == true)
        try other.run(start + end, before: soon)
        #expect(try one.run([Statement("SELECT count(*) FROM \(table)")], before: soon)[0].rows[0].integer(0) == 2)
        try one.run([Statement("DROP TABLE \(table)")], before: soon)
    }

    @Test("nothing waits longer than its deadline")
    func deadline() async throws {
        let connection = try await connection()
        let error = #expect(throws: DatabaseError.self) {
            try connection.run([Statement("SELECT pg_sleep(600)")], before: .now + .milliseconds(50))
        }
        #expect(error?.kind == .late && error?.endsConnection == true)
    }

    @Test("a server that is unavailable, stopped or restarted is an error with that reason")
    func serverAway() async throws {
        let server = try await PostgreSQLServer.start()
        let connection = try await connection(server)
        await server.stop(SIGQUIT)
        let lost = #expect(throws: DatabaseError.self) { try connection.run([Statement("SELECT 1")], before: soon) }
        #expect(lost?.endsConnection == true)
        let away = #expect(throws: DatabaseError.self) {
            try Connection.open(to: server.url, applicationName: "tests", before: soon)
        }
        #expect(away?.kind == .unreachable && away?.description.contains(server.folder) == true)
        try await server.start()
        #expect(try await self.connection(server).run([Statement("SELECT 1")], before: soon)[0].rows[0].integer(0) == 1)
        await server.stop()
    }

    @Test("an option's value that libpq does not accept is rejected with libpq's message")
    func unacceptedOption() {
        let error = #expect(throws: DatabaseError.self) {
            try Connection.open(to: "postgresql:///x?sslmode=perhaps", applicationName: "tests", before: soon)
        }
        #expect(error?.kind == .target && error?.description.contains("perhaps") == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test("the password file is read as by libpq's other programs, and a wrong password is rejected with the server's message")
    func passwordFile() async throws {
        let server = try await PostgreSQLServer.shared
        let name = "reader_\(UInt32.random(in: 0 ... .max))"
        let administrator = try await connection()
        try administrator.run([Statement("CREATE ROLE \(name) LOGIN PASSWORD 'open sesame'")], before: soon)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(name).pass")
        defer { try? FileManager.default.removeItem(at: file) }
        for (password, isRight) in [("open sesame", true), ("abracadabra", false)] {
            try "*:*:*:\(name):\(password)\n".write(to: file, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let target = "host=\(server.folder) dbname=postgres user=\(name) passfile=\(file.path)"
            do throws(DatabaseError) {
                let connection = try Connection.open(to: target, applicationName: "tests", before: soon)
                let user = try connection.run([Statement("SELECT current_user::text")], before: soon)[0].rows[0].text(0)
                #expect(isRight && user == name)
            } catch {
                #expect(!isRight && error.description.contains("password authentication failed"))
            }
        }
        try administrator.run([Statement("DROP ROLE \(name)")], before: soon)
    }
}
