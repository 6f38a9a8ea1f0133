import PrivateSession
import ProjectTesting
import Testing

@Suite("Watching a scenario's files", .daemonLogs)
struct WatchTests {
    @Test("After a mistake, a parent that was missing is noticed when it appears, and when it is repaired")
    func parent() async throws {
        try await withDaemons { daemons in
            let folder = daemons.workspace.folder
            let head = "schema: vsa-scenario/1\nname: "
            let file = try folder.write(head + "first\n", to: "watched.yaml")
            let watch = try ChildProcess.start(
                try Executables.find("vsactl"), arguments: ["scenario", "load", file, "--watch"],
                environment: daemons.presentEnvironment, standardOutput: .pipe, standardError: .pipe)
            func expect(_ line: String, _ lines: Lines) async throws {
                let seen = try await within(.seconds(60), "line: \(line)") {
                    for await text in lines where text.contains(line) { return true }
                    return false
                }
                #expect(seen)
            }
            try await expect("loaded first", watch.standardOutput)
            try folder.write(head + "second\nextends: base/parent.yaml\n", to: "watched.yaml")
            try await expect("No such file", watch.standardError)
            try folder.makeFolder("base")
            try folder.write(head + "parent\nregion: nowhere\n", to: "base/parent.yaml")
            try await expect("parent.yaml:3:", watch.standardError)
            try folder.write(head + "parent\nregion: CA\n", to: "base/parent.yaml")
            try await expect("loaded second", watch.standardOutput)
            #expect(try await daemons.vsactl("region", "get").checked().output == "CA")
            await watch.terminate()
        }
    }
}
