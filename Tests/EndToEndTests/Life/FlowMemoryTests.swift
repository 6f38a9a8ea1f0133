import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Complete flows of one app, repeated: what the library keeps of them.
@Suite("What flows leave behind", .daemonLogs)
struct FlowMemoryTests {
    /// The flows after which the footprint is measured.
    private static let (first, last) = (1_000, 10_000)

    /// The resources of the app's process.
    private struct Footprint: CustomStringConvertible {
        let privateDirty: Int
        let descriptors: Int

        init(process: Int32) throws {
            let text = try String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
            privateDirty = try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
            descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        }

        var description: String { "\(privateDirty) kB of private dirty memory, \(descriptors) file descriptors" }
    }

    @Test(
        "Complete flows leak less than a megabyte, and no file descriptor",
        .enabled(if: Seeds.isSoak, "takes minutes: part of make soak"))
    func footprint() async throws {
        try await withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            let app = try AppProcess(
                options: ["--app-id", "com.example.player", "--platform", "tvos", "--storage", storage],
                environment: daemons.environment, log: daemons.workspace.folder.path("logs/entitle.log"))
            var before: Footprint?
            for number in 1...Self.last {
                try await flow(app)
                guard number % Self.first == 0 else { continue }
                let footprint = try Footprint(process: app.processID)
                before = before ?? footprint
                print("after \(number) flows: \(footprint)")
            }
            let after = try Footprint(process: app.processID)
            let start = try #require(before)
            #expect(after.privateDirty - start.privateDirty < 1_024, "\(start), then \(after)")
            #expect(after.descriptors <= start.descriptors, "\(start), then \(after)")
            #expect(try await app.quit().exit == .exited(0))
        }
    }

    /// Silent sign-on, media token, logout.
    private func flow(_ app: AppProcess) async throws {
        let calls = [
            ("setRequestor REF30", "setRequestorComplete"), ("checkAuthentication", "setAuthenticationStatus"),
            ("checkPreauthorizedResources news sports", "preauthorizedResources"), ("getAuthorization news", "setToken"),
            ("getMetadata user userID", "setMetadataStatus"), ("logout", "setAuthenticationStatus"),
        ]
        for (command, answer) in calls {
            try await app.send(command)
            var callback = try await app.next("\(answer) after \(command)")
            while callback.name != answer {
                #expect(["status", "sendTrackingData"].contains(callback.name), "\(callback) after \(command)")
                callback = try await app.next("\(answer) after \(command)")
            }
        }
    }
}
