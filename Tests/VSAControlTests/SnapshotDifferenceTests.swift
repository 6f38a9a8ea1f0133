import TVWorld
import Testing

@testable import VSAControl

@Suite("The differences of snapshots")
struct SnapshotDifferenceTests {
    @Test("the last element of a list is one difference: the empty list is not another one")
    func lastElement() {
        let provider: JSON = ["id": "dev.example", "name": "Dev"]
        let before = SnapshotFile(device: ["developer": ["providers": [provider]]], service: nil)
        let after = SnapshotFile(device: ["developer": ["providers": []]], service: nil)
        let differences = SnapshotDifference.all(from: before, to: after)
        #expect(differences.map { "\($0.kind) \($0.thing) \($0.name)" } == ["removed developer provider dev.example"])
    }
}
