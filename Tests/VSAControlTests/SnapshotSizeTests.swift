import Administration
import Foundation
import PrivateSession
import Testing

@testable import VSAControl

@Suite("The size of snapshots")
struct SnapshotSizeTests {
    @Test("what the service would not load again because of its size is not saved")
    func tooLarge() throws {
        let limit = AdministrationLimit.snapshotSize
        try StateLoader.requireLoadable(Data(count: limit))
        let failure = #expect(throws: Failure.self) { try StateLoader.requireLoadable(Data(count: limit + 1)) }
        #expect(failure?.message.contains("\(limit + 1) bytes, more than the \(limit)") == true, "\(failure?.message ?? "")")
    }

    @Test("a file is larger than its parts, because it is indented: one of twice the largest size is read")
    func indented() throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        let path = try folder.write("", to: "large.json")
        #expect(truncate(path, 2 * AdministrationLimit.snapshotSize) == 0)
        let failure = #expect(throws: Failure.self) { try SnapshotFile(reading: path) }
        #expect(failure?.message.contains("it is not JSON") == true, "\(failure?.message ?? "")")
    }
}
