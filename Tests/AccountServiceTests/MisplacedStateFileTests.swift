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

    @Test("While it is moved away, removed or replaced, a write fails with that reason, and reads continue", .device)
    func moved() async throws {
        try await device.control.call("SetAccessStatus", "com.example.player", "granted")
        let app = try await device.app()
        let file = device.stateFolder + "/vsad.sqlite"
        try FileManager.default.moveItem(atPath: file, toPath: file + ".moved")
        for replacement in [nil, Data()] {
            if let replacement { try replacement.write(to: URL(fileURLWithPath: file)) }
            let error = try await #require(throws: RemoteError.self) {
                try await device.control.call("SetAccessStatus", "com.example.player", "denied")
            }
            #expect(error.name == "org.freedesktop.DBus.Error.IOError")
            #expect(error.message.hasPrefix("\(file) was moved, removed or replaced"))
            #expect(try await app.accessStatus() == "granted")
        }
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: file + ".moved", toPath: file)
        try await device.control.call("SetAccessStatus", "com.example.player", "denied")
        #expect(try await app.accessStatus() == "denied")
    }
}
