import DatabaseServer
import Glibc
import PostgreSQL
import Testing

@Suite("Connection strings, and the servers that they name")
struct ServersTests {
    private var soon: ContinuousClock.Instant { .now + .seconds(60) }

    @Test("a server that does not answer has its share of the time, and the next connection starts with the one that answered")
    func silentServer() async throws {
        let server = try await PostgreSQLServer.shared
        let silent = try SilentServer()
        let target = "host=127.0.0.1,\(server.folder) port=\(silent.port),5432 dbname=postgres user=postgres"
        for _ in 1...2 {
            let connection = try Connection.open(to: target, applicationName: "tests", before: .now + .seconds(6))
            #expect(try connection.run([Statement("SELECT 1")], before: soon).count == 1)
        }
        #expect(silent.countConnections() == 1)
    }

    @Test(
        "a server of the required kind is chosen among all that are named",
        arguments: [("any", true), ("read-write", true), ("prefer-standby", true), ("read-only", false)])
    func kinds(kind: String, isFound: Bool) async throws {
        let folder = try await PostgreSQLServer.shared.folder
        let target = "postgresql:///postgres?user=postgres&host=/nowhere,\(folder)&target_session_attrs=\(kind)"
        do throws(DatabaseError) {
            _ = try Connection.open(to: target, applicationName: "tests", before: soon)
            #expect(isFound)
        } catch {
            #expect(!isFound && error.kind == .unreachable)
            #expect(error.description.contains("/nowhere") && error.description.contains(folder))
        }
    }

    @Test("a mistake about one of several servers does not prevent a connection to another one, now or later")
    func mistakenServer() async throws {
        let folder = try await PostgreSQLServer.shared.folder
        func connect(_ hosts: String, _ ports: String) throws(DatabaseError) -> Connection {
            try Connection.open(
                to: "host=\(hosts) port=\(ports) dbname=postgres user=postgres", applicationName: "tests", before: soon)
        }
        #expect(try connect("/nowhere,\(folder)", "65536,5432").isOpen)
        let error = #expect(throws: DatabaseError.self) { try connect("/nowhere,/elsewhere", "65536,5432") }
        #expect(error?.kind == .unreachable && error?.description.contains("invalid port number: \"65536\"") == true)
    }

    @Test("TLS according to the options: errors name the certificate, the name or the encryption that the server does not accept")
    func certificates() async throws {
        let server = try await PostgreSQLServer.start(hasTLS: true)
        let other = try await server.makeCertificate("other")
        func connect(_ host: String, _ options: String) throws -> Connection {
            let target = "postgresql://postgres@\(host):\(server.port)/postgres?hostaddr=127.0.0.1&\(options)"
            return try Connection.open(to: target, applicationName: "tests", before: soon)
        }
        let trusting = "sslmode=verify-full&sslrootcert=\(server.certificate)"
        let connection = try connect("127.0.0.1", trusting)
        let encryption = Statement("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        #expect(try connection.run([encryption], before: soon)[0].rows[0].flag(0) == true)
        // More than the socket holds in each direction.
        let text = String(repeating: "x", count: 100_000)
        let answers = try connection.run(
            (0..<20).map { Statement("SELECT $1::text, $2::bigint", [.text(text), .integer($0)]) }, before: soon)
        #expect(answers.map { $0.rows[0].integer(1) } == (0..<20).map { $0 })
        #expect(answers.allSatisfy { $0.rows[0].text(0) == text })
        for (host, options, reason) in [
            ("127.0.0.1", "sslmode=verify-full&sslrootcert=\(other)", "certificate verify failed"),
            ("db.example", trusting, "does not match host name \"db.example\""),
            ("127.0.0.1", "sslmode=disable", "no pg_hba.conf entry"),
        ] {
            let error = #expect(throws: DatabaseError.self) { try connect(host, options) }
            #expect(error?.kind == .unreachable && error?.description.contains(reason) == true, "\(error?.description ?? "")")
        }
        await server.stop()
    }

    @Test("a read-only server ends the connection, so that the next one finds a writable server")
    func readOnly() async throws {
        let connection = try Connection.open(to: try await PostgreSQLServer.shared.url, applicationName: "tests", before: soon)
        let error = #expect(throws: DatabaseError.self) {
            try connection.run([Statement("BEGIN READ ONLY"), Statement("CREATE TABLE t ()")], before: soon)
        }
        #expect(error?.kind == .refused(sqlState: "25006") && error?.endsConnection == true)
    }

    @Test(
        "a connection string that cannot be used is rejected without a part that may be a password",
        arguments: [
            ("postgresql://tv:100%safe@db/tv", "not followed by two hexadecimal digits"),
            ("postgresql://tv:%00safe@db/tv", "not followed by two hexadecimal digits"),
            ("postgresql://tv:pa/safe@db/tv", "the port is not a number"),
            ("postgresql://tv:pa@safe@db/tv", "the host contains @"),
            ("postgresql:///x?colour=red", "no option \"colour\""), ("postgresql://[::1", "parts cannot be told apart"),
            ("dbname=x colour=red", "no option \"colour\""), ("dbname=x password=pa safe", "options cannot be told apart"),
            ("service=radio", "definition of service \"radio\" not found"),
            ("host=/nowhere,/elsewhere sslmode=loud", "invalid sslmode value: \"loud\""),
            ("host=/nowhere port=65536", "invalid port number: \"65536\""),
            ("hostaddr=db", "could not parse network address \"db\""),
            ("host=/\(String(repeating: "x", count: 200))", "Unix-domain socket path"),
            ("host=/nowhere,/elsewhere port=1,2,3", "could not match 3 port numbers to 2 hosts"),
        ])
    func mistakes(target: String, reason: String) {
        let error = #expect(throws: DatabaseError.self) {
            try Connection.open(to: target, applicationName: "tests", before: soon)
        }
        #expect(error?.description.contains(reason) == true && error?.kind == .target, "\(error?.description ?? "")")
        #expect(error?.description.contains("safe") == false && error?.description.contains("\n") == false)
    }
}
