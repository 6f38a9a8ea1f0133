import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The documentation catalogs of the libraries that apps link.
@Suite("Documentation catalogs")
struct DocumentationTests {
    private let environment = ProcessInfo.processInfo.environment

    @Test("every public symbol is documented, every link has a target, articles and tutorial are well-formed")
    func catalogs() async throws {
        let result = try await Tool.run(
            Repository.root.appending(path: "scripts/documentation").path, environment: environment, within: .seconds(300))
        #expect(result.exit == .exited(0), "\(result)")
        #expect(result.lines.isEmpty, "\(result)")
    }

    @Test("an undocumented symbol is found")
    func undocumented() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "documentation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let graph = """
            {"relationships": [{"source": "s:b", "target": "s:p", "kind": "memberOf", "sourceOrigin": {}}], "symbols": [
              {"identifier": {"precise": "s:a"}, "pathComponents": ["Type", "a"], "location": {}},
              {"identifier": {"precise": "s:b"}, "pathComponents": ["Type", "b"], "location": {}},
              {"identifier": {"precise": "s:c"}, "pathComponents": ["Type", "c"], "location": {}, "docComment": {}}]}
            """
        let file = folder.appending(path: "graph.json")
        try graph.write(to: file, atomically: true, encoding: .utf8)
        let script = Repository.root.appending(path: "scripts/undocumented.py").path
        let result = try await Tool.run("/usr/bin/env", ["python3", script, "Module", file.path], environment: environment)
        #expect(result.exit == .exited(1), "\(result)")
        #expect(result.lines == ["Module: Type.a has no documentation"])
    }
}
