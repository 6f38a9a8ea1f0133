import Glibc
import PrivateSession
import ProjectTesting
import Testing

@testable import VSAControl

@Suite("Changes of files")
struct FileChangesTests {
    @Test("a change of the file behind a symbolic link is noticed")
    func link() async throws {
        try await Workspace.with { workspace in
            let folder = workspace.folder
            try folder.makeFolder("elsewhere")
            let target = try folder.write("old", to: "elsewhere/target")
            symlink(target, folder.path("link"))
            let happened = try FileChanges(of: [folder.path("link")]).happened
            try folder.write("new", to: "elsewhere/target")
            let hasChanged = try await within(.seconds(30), "change") {
                for await _ in happened { return true }
                return false
            }
            #expect(hasChanged)
        }
    }

    @Test("additions are also found without a notification of the kernel, as on network file systems, and in a missing folder")
    func silence() async throws {
        try await Workspace.with { workspace in
            let happened = try FileChanges(of: [workspace.folder.path("missing/journal.jsonl")], .addition).happened
            let isWoken = try await within(.seconds(30), "look") {
                for await _ in happened { return true }
                return false
            }
            #expect(isWoken)
        }
    }
}
