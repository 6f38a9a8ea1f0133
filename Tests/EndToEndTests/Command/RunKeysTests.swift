import Foundation
import PrivateSession
import ProjectTesting
import StateDirectory
import Testing

@Suite("vsactl run's keys", .daemonLogs)
struct RunKeysTests {
    @Test("A session takes its keys from the pool, each once, and has it refilled")
    func pool() async throws {
        try await Workspace.withPlace { workspace in
            let folder = workspace.folder.path("home/new/keys")
            let environment = ["VSASIM_KEY_POOL": folder]
            let filled = try await workspace.vsactl(["key-pool", "fill", "--keys", "8"], environment: environment)
            #expect(filled.output == "8 keys in \(folder)", "\(filled)")
            let before = try keys(in: folder)
            #expect(before.count == 8)

            let run = try await workspace.vsactl(["run", "--", "vsactl", "status"], environment: environment)
            #expect(run.exit == .exited(0), "\(run)")
            // Five providers on the device, three keys of the service.
            #expect(try before.isDisjoint(with: keys(in: folder)))
            try await until("the pool is filled up again") { try !keys(in: folder).isEmpty }
            try await workspace.expectNothingLeft()
        }
    }

    @Test("Without a pool, or with an unusable one, a session generates its keys", arguments: ["", "/dev/null/keys", "broken"])
    func none(pool: String) async throws {
        try await Workspace.withPlace { workspace in
            var folder = pool
            // Without this, the session would refill the pool.
            var filling: KeyPoolRefill?
            defer { withExtendedLifetime(filling) {} }
            if pool == "broken" {
                folder = try workspace.folder.makeFolder("broken-keys")
                filling = try KeyPoolRefill(KeyPool(folder: folder))
                for number in 0..<70 {
                    let file = "\(folder)/\(number).pem"
                    try Data("no key".utf8).write(to: URL(fileURLWithPath: file))
                    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
                }
            }
            let run = try await workspace.vsactl(
                ["run", "--", "vsactl", "service", "status"], environment: ["VSASIM_KEY_POOL": folder])
            #expect(run.exit == .exited(0), "\(run)")
            try await workspace.expectNothingLeft()
        }
    }

    private func keys(in folder: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".pem") && !$0.hasPrefix(".") })
    }
}
