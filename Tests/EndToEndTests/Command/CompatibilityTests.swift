import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Runs the programs of Tests/Compatibility, which the build has compiled in Swift 5 and in Swift 6 mode.
@Suite("Source code of existing apps", .daemonLogs)
struct CompatibilityTests {
    static let programs = ["CompatibilitySwift5", "CompatibilitySwift6"]
    private let application = ["VSASIM_APPLICATION_ID": "com.example.existing"]

    @Test("Both language modes compile the same text", arguments: [["Swift5", "Swift6"], ["Screens5", "Screens6"]])
    func sameText(folders: [String]) throws {
        let folder = Repository.root.appending(path: "Tests/Compatibility")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: folders[1]).path).sorted()
        #expect(names.count >= 5)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: folders[0]).path).sorted() == names)
        for name in names {
            let texts = try folders.map { try Data(contentsOf: folder.appending(path: "\($0)/\(name)")) }
            #expect(texts[0] == texts[1], "\(name)")
        }
    }

    @Test("Signed in and allowed, the app plays", arguments: programs)
    func plays(_ program: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.existing", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let result = try await daemons.run(program, [], environment: storage(daemons))
            #expect(result.exit == .exited(0), "\(result)")
            let lines = result.lines.map { $0.hasPrefix("playing: ") && $0.count > 40 ? "playing" : $0 }
            #expect(
                lines == [
                    "permission: granted", "granted: true", "provider: alpha.example, with a date",
                    "signed in, token source Apple", "playing", "household h-1001, channels news sports kids movies",
                    "status codes: ",
                ], "\(result)")
        }
    }

    @Test("Without permission the app gets the reason", arguments: programs)
    func refused(_ program: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.existing", "denied")
            let result = try await daemons.run(program, [], environment: storage(daemons))
            #expect(result.exit == .exited(2), "\(result)")
            #expect(
                result.lines == [
                    "permission: refused (VSErrorDomain 0)", "granted: false", "provider: none, no date", "signed out",
                    "status codes: VSA403 VSA403 N000",
                ], "\(result)")
        }
    }

    @Test(
        "Screens, controllers as delegates and test doubles work with a replacement for UIKit",
        arguments: ["CompatibilityScreensSwift5", "CompatibilityScreensSwift6"])
    func screens(_ program: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.run(program, [], environment: storage(daemons))
            #expect(result.exit == .exited(0), "\(result)")
            #expect(
                result.lines == [
                    "presented: true, by: true", "completion of a dismissal", "presented: false, by: false",
                    #"["requestor 1", "player presents", "player loaded", "player closed"]"#,
                    #"["requestor 1", "User Not Authenticated Error", "presented"]"#,
                    #"["requestor 1", "User Not Authenticated Error", "presented"]"#,
                    "stand-in true true", "covered: true",
                    #"["setRequestor REF30", "getAuthentication", "setSelectedProvider DoubleCable", "getAuthorization news"]"#,
                    #"["Double Cable", "token for news"]"#, "own Double Cable (DoubleCable)",
                    #"Error Domain=VSErrorDomain Code=2 "(null)" true"#, "dG9rZW4= true",
                ], "\(result)")
        }
    }

    /// The app's identifier and its own storage.
    private func storage(_ daemons: Daemons) throws -> [String: String] {
        let folder = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        return application.merging(["XDG_STATE_HOME": folder]) { $1 }
    }
}
