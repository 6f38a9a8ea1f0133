import DBus
import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Synchronization
import Testing

@Suite("What was acknowledged survives kill -9", .daemonLogs)
struct KillTests {
    /// Names whose write was acknowledged, by several writers at once.
    private final class Acknowledged: Sendable {
        private let names = Mutex<[String]>([])
        func add(_ name: String) { names.withLock { $0.append(name) } }
        var all: [String] { names.withLock { $0 } }
    }

    @Test("vsad: every acknowledged permission survives")
    func account() async throws {
        try await withDaemons(trust: false) { daemons in
            let acknowledged = Acknowledged()
            for round in 0..<3 {
                try await daemons.vsactl("wait", "ready").checked()
                let target = try #require(try await daemons.accountProcessID())
                try await write(on: daemons, round: round, acknowledged) { kill(target, SIGKILL) }
            }
            #expect(acknowledged.all.count >= 3 * 40)
            let listed = try await daemons.vsactl("access", "list", "--json").checked().output
            let missing = acknowledged.all.filter { !listed.contains("\"\($0)\"") }
            #expect(missing.isEmpty, "lost \(missing.count) of \(acknowledged.all.count): \(missing.prefix(5))")
        }
    }

    /// Eight writers set permissions until the daemon is killed, which happens after forty acknowledgements.
    private func write(
        on daemons: Daemons, round: Int, _ acknowledged: Acknowledged, kill: @escaping @Sendable () -> Void
    ) async throws {
        let before = acknowledged.all.count
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    let connection = try await Connection.open(address: daemons.bus.address)
                    for number in 0..<10_000 {
                        let app = "com.example.app-\(round)-\(writer)-\(number)"
                        do {
                            _ = try await connection.call(
                                BusName(AccountNames.bus), path: ObjectPath(AccountNames.controlPath),
                                interface: InterfaceName(AccountNames.control), member: "SetAccessStatus",
                                arguments: [app, "granted"])
                        } catch {
                            break
                        }
                        acknowledged.add(app)
                        if acknowledged.all.count - before == 40 { kill() }
                        // The bus would restart the daemon for the next call.
                        if acknowledged.all.count - before >= 40 { break }
                    }
                    await connection.close()
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("vsad: the account and its permission survive")
    func signIn() async throws {
        try await withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let metadata = try await daemons.vsactl("provider", "show", "alpha.example", "--metadata").checked().output
            let target = try #require(try await daemons.accountProcessID())
            kill(target, SIGKILL)
            try await until("vsad is gone") { try await daemons.accountProcessID() != target }
            let account = try await daemons.vsactl("account", "show").checked().output
            #expect(account.contains("alpha.example"))
            #expect(account.contains("alice"))
            // The provider keeps its key, so that the service's trust stays valid.
            #expect(try await daemons.vsactl("provider", "show", "alpha.example", "--metadata").output == metadata)
        }
    }

    @Test("entitlementd: every acknowledged statement survives, revocations too")
    func service() async throws {
        struct Issued: Decodable { let id: String }
        struct Listed: Decodable {
            struct Statement: Decodable {
                let id: String
                let revoked: Bool
            }
            let statements: [Statement]
        }
        try await withDaemons(trust: false) { daemons in
            let issued = Acknowledged()
            let revoked = Acknowledged()
            let process = daemons.serviceProcess
            let administration = daemons.administration
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        while process.exit == nil {
                            guard
                                let answer = try? await administration.send(
                                    "POST", "/admin/v1/statements", json: ["requestor": "REF30"]),
                                answer.status == 201, let id = try? answer.decoded(as: Issued.self).id
                            else { return }
                            issued.add(id)
                            let deletion = try? await administration.send("DELETE", "/admin/v1/statements/\(id)")
                            if deletion?.status == 204 { revoked.add(id) }
                            if issued.all.count >= 40 { process.send(signal: SIGKILL) }
                        }
                    }
                }
            }
            await process.wait()
            #expect(issued.all.count >= 40)
            try await daemons.restartService()
            let listed = try await daemons.administration.send("GET", "/admin/v1/statements").expecting(200)
                .decoded(as: Listed.self).statements
            let known = Set(listed.map(\.id))
            #expect(Set(issued.all).subtracting(known).isEmpty)
            #expect(Set(revoked.all).subtracting(listed.filter(\.revoked).map(\.id)).isEmpty)
        }
    }

    @Test("entitlementd: tokens still verify and trust is kept after kill -9")
    func sessions() async throws {
        try await withDaemons { daemons in
            try await daemons.signIn("alice", at: "alpha.example")
            let device = try await ServiceDevice(daemons: daemons)
            let response = try await daemons.samlResponse(verificationToken: try await device.verificationToken())
            try await device.exchange(response).expecting(204)
            daemons.serviceProcess.send(signal: SIGKILL)
            await daemons.serviceProcess.wait()
            try await daemons.restartService()
            let again = device.at(daemons.serviceURL)
            try await again.authenticationToken().expecting(200)
            // The request was used: it stays used.
            try await again.exchange(response).expecting(400)
        }
    }
}
