import AccountCore
import DBus
import Foundation
import ProjectTesting
import TVWorld
import Testing

@testable import AccountService

@Suite("A state file that is not where it should be", .timeLimit(.minutes(5)))
struct MisplacedStateFileTests {
    @Test("A folder or a pipe in its place is an error that names it and says what to do", arguments: ["d", "p"])
    func irregular(kind: String) async throws {
        try await Workspace.with { workspace in
            let path = try #require(workspace.environment["HOME"]) + "/state"
            let folder = try StateFolder(path: path)
            let file = path + "/vsad.sqlite"
            #expect((kind == "d" ? mkdir(file, 0o700) : mkfifo(file, 0o600)) == 0)
            let error = await #expect(throws: StoreError.self) {
                _ = try await DeviceStore.open(folder, world: .builtIn, clock: .over(ManualClock()), monitors: .silent)
            }
            #expect(error?.kind == .disk)
            #expect(error?.description.hasPrefix("\(file) is not a regular file. Move it away") == true)
        }
    }
}
