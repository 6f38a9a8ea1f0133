import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Trust between the daemons", .daemonLogs)
struct TrustTests {
    /// The private keys in a folder, as the Base64 lines of their PEM blocks, and the modes of their files and folders.
    private func privateKeys(in folder: String) throws -> [(path: String, mode: Int, folderMode: Int)] {
        var found: [(String, Int, Int)] = []
        let entries = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        for entry in entries {
            let path = "\(folder)/\(entry)"
            guard let data = FileManager.default.contents(atPath: path),
                data.range(of: Data("PRIVATE KEY-----".utf8)) != nil
            else { continue }
            found.append((path, try mode(path), try mode((path as NSString).deletingLastPathComponent)))
        }
        return found
    }

    private func mode(_ path: String) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }

    @Test("Each daemon's keys are in its own folder, for its user only, and never in the other's folder")
    func keys() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("account", "sign-in", "alpha.example").checked()
            let device = try await ServiceDevice(daemons: daemons)
            try await device.exchange(
                try await daemons.samlResponse(verificationToken: try await device.verificationToken())
            ).expecting(204)
            let folder = daemons.workspace.folder
            let devices = try privateKeys(in: folder.path("device"))
            #expect(!devices.isEmpty)
            for key in devices {
                #expect(key.mode == 0o600, "\(key.path)")
                #expect(key.folderMode == 0o700, "\(key.path)")
            }
            // The bodies of the device's keys occur nowhere else: not with the service, not with the app, not in a log.
            let bodies = try devices.flatMap { try keyLines(of: $0.path) }
            #expect(!bodies.isEmpty)
            for place in ["service", "app", "logs"] {
                for path in files(in: folder.path(place)) {
                    let data = FileManager.default.contents(atPath: path) ?? Data()
                    #expect(!bodies.contains { data.range(of: $0) != nil }, "a key of the device is in \(path)")
                }
            }
            let keys = try privateKeys(in: folder.path("service"))
            #expect(!keys.isEmpty)
            for key in keys { #expect(key.mode == 0o600, "\(key.path)") }
            #expect(try privateKeys(in: folder.path("app")).isEmpty)
        }
    }

    private func files(in folder: String) -> [String] {
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }

    /// The full lines of the first private key in a PEM file, without those that contain its public part: the certificate, which
    /// is public, contains the same bytes.
    private func keyLines(of path: String) throws -> [Data] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n").drop { !$0.contains("PRIVATE KEY-----") }.dropFirst()
        let publicPart = 8
        return lines.prefix { !$0.contains("-----END") }.dropFirst(publicPart).filter { $0.count == 64 }.map { Data($0.utf8) }
    }

    /// The targets of a process's descriptors.
    private func openFiles(of process: Int32) -> [String] {
        let folder = "/proc/\(process)/fd"
        let links = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return links.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }

    @Test("Neither daemon opens a file of the other's")
    func separateRoots() async throws {
        try await withDaemons { daemons in
            let account = try #require(try await daemons.accountProcessID())
            for (process, foreign) in [(account, "service"), (daemons.serviceProcess.processID, "device")] {
                let folder = daemons.workspace.folder.path(foreign)
                let opened = openFiles(of: process)
                #expect(!opened.isEmpty)
                #expect(!opened.contains { $0.hasPrefix(folder) }, "\(opened)")
                let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
                #expect(environment.range(of: Data(folder.utf8)) == nil)
            }
        }
    }

    @Test("A provider's key is generated once, also for eight concurrent requests")
    func keyRace() async throws {
        try await withDaemons(trust: false) { daemons in
            let documents = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await daemons.vsactl("provider", "show", "alpha.example", "--metadata").checked().output
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(documents.count == 1)
            #expect(try privateKeys(in: daemons.workspace.folder.path("device")).count == 1)
        }
    }

    @Test("vsad opens no network socket")
    func noNetwork() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("account", "sign-in", "alpha.example").checked()
            let account = try #require(try await daemons.accountProcessID())
            let inodes = openFiles(of: account).compactMap { file in
                file.firstMatch(of: /socket:\[(\d+)\]/).map { String($0.1) }
            }
            #expect(!inodes.isEmpty)
            for table in ["tcp", "tcp6", "udp", "udp6"] {
                // A system without IPv6 does not have its tables.
                guard !table.hasSuffix("6") || FileManager.default.fileExists(atPath: "/proc/net/\(table)") else { continue }
                let text = try String(contentsOfFile: "/proc/\(account)/net/\(table)", encoding: .utf8)
                let rows = text.split(separator: "\n")
                #expect(rows.first?.contains("inode") == true, "\(table): \(text)")
                let network = Set(rows.dropFirst().compactMap { $0.split(separator: " ").dropFirst(9).first.map(String.init) })
                #expect(network.isDisjoint(with: inodes))
            }
        }
    }

    @Test("Without trust nothing is exchanged: the device rejects the token, the service the response")
    func noTrust() async throws {
        try await withDaemons(trust: false) { daemons in
            try await daemons.vsactl("account", "sign-in", "alpha.example").checked()
            let device = try await ServiceDevice(daemons: daemons)
            let token = try await device.verificationToken()
            await #expect(throws: ToolFailure.self) { try await daemons.samlResponse(verificationToken: token) }
        }
    }

    @Test("vsactl service connect may be repeated; the service then trusts every provider of the device")
    func connectTwice() async throws {
        struct Status: Decodable {
            struct Provider: Decodable {
                let id: String
                let trusted: Bool
            }
            let providers: [Provider]
        }
        try await withDaemons(trust: false) { daemons in
            for _ in 0..<2 { try await daemons.vsactl("service", "connect", daemons.serviceURL).checked() }
            let status = try await daemons.administration.send("GET", "/admin/v1/status").expecting(200).decoded(as: Status.self)
            let untrusted = status.providers.filter { !$0.trusted && $0.id.hasSuffix(".example") }
            #expect(untrusted.isEmpty, "not trusted: \(untrusted.map(\.id))")
        }
    }
}
