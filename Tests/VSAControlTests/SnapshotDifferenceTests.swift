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

    @Test("after loading, there is no difference in another session either, whose service has other keys and trusts other ones")
    func otherKeys() {
        func snapshot(signedWith key: String, named name: String) -> SnapshotFile {
            let statement: JSON = ["id": "s", "name": .string(name), "token": .string(key)]
            let provider: JSON = ["id": "alpha.example", "xml": .string(key)]
            return SnapshotFile(device: [], service: ["records": ["statement": [statement], "provider": [provider]]])
        }
        let before = snapshot(signedWith: "a", named: "App")
        #expect(SnapshotDifference.all(from: before, to: snapshot(signedWith: "b", named: "App")) == [])
        let differences = SnapshotDifference.all(from: before, to: snapshot(signedWith: "b", named: "Other"))
        #expect(differences.map { "\($0.thing) \($0.fields.map(\.name))" } == [#"software statement ["name"]"#])
    }
}
