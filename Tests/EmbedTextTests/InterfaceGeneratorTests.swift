import Foundation
import Testing

@testable import embed_text

@Suite("D-Bus interfaces as Swift")
struct InterfaceGeneratorTests {
    private static let document = """
        <node>
          <interface name="org.vsasim.SubscriberAccount1">
            <annotation name="org.vsasim.BusName" value="org.vsasim.SubscriberAccount1"/>
            <annotation name="org.vsasim.Keys.response" value="body:s"/>
            <annotation name="org.vsasim.Values.Status" value="not-determined granted"/>
            <annotation name="org.vsasim.Errors" value="Rejected"/>

            <!-- Query: Documented. -->
            <method name="QueryMetadata">
              <arg name="request" type="a{sv}" direction="in">
                <annotation name="org.vsasim.KeyType" value="RequestKey"/>
                <annotation name="org.vsasim.Keys" value="application-id:s for:x"/>
              </arg>
            </method>
            <signal name="Changed"/>
          </interface>
        </node>

        """

    private func source(_ document: String = document, isTyped: Bool = true) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "embed-text-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(document.utf8).write(to: folder.appending(path: "a.xml"))
        return try InterfaceGenerator(isTyped: isTyped).source(of: "Names", from: TextFile.all(in: folder.path))
    }

    @Test("an enumeration with the names of members, keys, values and errors")
    func names() throws {
        let source = try source()
        for line in [
            "package enum SubscriberAccountInterface: DeviceInterface {",
            "package static let busName: BusName = \"org.vsasim.SubscriberAccount1\"",
            "package static let queryMetadata: MemberName = \"QueryMetadata\"",
            "package static let changed: MemberName = \"Changed\"",
            "package static let rejected: ErrorName = \"org.vsasim.SubscriberAccount1.Error.Rejected\"",
            "package static let body = \"body\"", "package static let applicationID = \"application-id\"",
            "package static let `for` = \"for\"",
            "package enum Status: String, CaseIterable, Sendable {", "case notDetermined = \"not-determined\"",
            "package enum RequestKey: String, CaseIterable, Sendable {", "case `for` = \"for\"",
        ] {
            #expect(source.contains(line + "\n"), "\(line)")
        }
    }

    @Test("Introspect returns the element without the annotations of the generator")
    func introspection() throws {
        let own = #/ *<annotation name="org\.vsasim\.(?:BusName|KeyType|Keys\.response|Values\.Status)".*\n/#
        #expect(try source().contains("= #\"\"\"\n\(Self.document.replacing(own, with: "").dropLast())\n\"\"\"#"))
    }

    @Test("without types, names are strings and nothing is imported")
    func untyped() throws {
        let source = try source(isTyped: false)
        #expect(source.contains("package enum SubscriberAccountInterface {\n"))
        #expect(source.contains("static let changed = \"Changed\"\n") && !source.contains("import"))
    }

    @Test("an unknown annotation, a type without keys and a file without an interface are rejected")
    func refusals() throws {
        let unknown = Self.document.replacingOccurrences(of: "org.vsasim.BusName", with: "org.vsasim.Bus")
        let typeLast = Self.document.replacing(#/ *<annotation name="org\.vsasim\.Keys" .*\n/#, with: "")
        for document in [unknown, typeLast, "<node/>\n"] { #expect(throws: Problem.self) { try source(document) } }
    }
}
