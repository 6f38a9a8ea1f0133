import Testing

/// Every rule finds its bad sample and accepts the good one next to it: a rule that finds nothing proves nothing.
@Suite("The architecture rules work")
struct RuleTests {
    /// A text that violates a rule, and a similar one that does not.
    struct Sample: Sendable, CustomTestStringConvertible {
        let rule: any Rule
        let path: String
        let bad: String
        let good: String

        var testDescription: String { "\(rule.name): \(bad)" }
    }

    static let samples: [Sample] = [
        Sample(rule: Rules.arrows, path: "Sources/DBus/A.swift", bad: "import TVWorld", good: "import CDBus"),
        Sample(rule: Rules.arrows, path: "Sources/SAML/A.swift", bad: "@testable import DBus", good: "// import DBus"),
        Sample(rule: Rules.arrows, path: "Sources/vsad/A.swift", bad: "import Hummingbird", good: "import AccountService"),
        Sample(
            rule: Rules.arrows, path: "Sources/AccountCore/A.swift", bad: "internal import struct AccountService.Store",
            good: "internal import struct TVWorld.World"),
        Sample(
            rule: Rules.arrows, path: "Sources/EntitlementService/A.swift", bad: "import DBus", good: "public import GRDB"),
        Sample(rule: Rules.arrows, path: "Sources/Unknown/A.swift", bad: "let a = 1", good: ""),
        Sample(
            rule: Rules.noFoundation, path: "Sources/DBus/A.swift", bad: "import Foundation",
            good: "import FoundationEssentials"),
        Sample(
            rule: Rules.noFoundation, path: "Sources/vsad/main.swift", bad: "import struct Foundation.Date",
            good: "let text = \"import Foundation\""),
        Sample(rule: Rules.noInputOutput, path: "Sources/AccountCore/A.swift", bad: "import Glibc", good: "import SAML"),
        Sample(
            rule: Rules.clocks, path: "Sources/AccountCore/A.swift", bad: "let now = Date()",
            good: "let now = clock.now  // not Date()"),
        Sample(
            rule: Rules.clocks, path: "Sources/entitle/A.swift", bad: "try await Task.sleep(for: .seconds(1))",
            good: "let text = \"Task.sleep\""),
        Sample(
            rule: Rules.clocks, path: "Sources/TVWorld/A.swift", bad: "clock_gettime(CLOCK_REALTIME, &time)",
            good: "clock_gettime(CLOCK_MONOTONIC, &time)"),
        Sample(
            rule: Rules.randomness, path: "Sources/AccountCore/A.swift", bad: "let id = UInt64.random(in: 0 ... .max)",
            good: "let id = random.bytes(8)  // not UInt64.random(in:)"),
        Sample(
            rule: Rules.randomness, path: "Sources/EntitlementService/Keys/A.swift",
            bad: "var generator = SeededGenerator(seed: 1)", good: "let source = SeedableRandomSource()"),
        Sample(
            rule: Rules.pointers, path: "Sources/AccountCore/A.swift", bad: "let bytes: UnsafeMutablePointer<CChar>",
            good: "/* UnsafeMutablePointer */ let bytes: [CChar]"),
        Sample(
            rule: Rules.buffers, path: "Sources/VSAControl/A.swift", bad: "withUnsafeBytes(of: &value) { $0.count }",
            good: "value.withBytes { $0.count }"),
        Sample(
            rule: Rules.buffers, path: "Sources/AccountCore/A.swift", bad: "var rest: UnsafeRawBufferPointer",
            good: "var rest: ArraySlice<UInt8>"),
        Sample(
            rule: Rules.paths, path: "Sources/EntitlementService/Middleware/A.swift",
            bad: "guard request.uri.path.hasPrefix(\"/admin/\") else { return false }",
            good: "guard context.attributes.audience == .administrator else { return false }  // not request.uri.path"),
        Sample(
            rule: Rules.paths, path: "Sources/EntitlementService/Middleware/A.swift",
            bad: "let returnsToken = context.match.template == \"/api/v1/tokens/authn\"",
            good: "let returnsToken = !context.attributes.isCheck"),
        Sample(
            rule: Rules.proofs, path: "Sources/DBus/A.swift", bad: "final class A: @unchecked Sendable {}",
            good: "final class A: @unchecked Sendable {}  // Immutable after init."),
        Sample(
            rule: Rules.proofs, path: "Sources/DBus/A.swift", bad: "let a = 1  // one\nnonisolated(unsafe) var b = 2",
            good: "// Only the loop's thread touches it.\nnonisolated(unsafe) var b = 2"),
        Sample(
            rule: Rules.interfaceNames, path: "Sources/entitle/A.swift", bad: "let name = \"org.vsasim.SubscriberAccount1\"",
            good: "let help = \"is org.vsasim.SubscriberAccount1\""),
        Sample(
            rule: Rules.interfaceNames, path: "Sources/VSAControl/A.swift",
            bad: "let error = \"org.vsasim.SubscriberAccount1.Error.Rejected\"", good: "let error = Failure.rejected"),
        Sample(
            rule: Rules.interfaceNames, path: "Sources/VSAControl/A.swift", bad: "let name = \"org.vsasim.Loader1\"",
            good: "let name = ControlInterface.loaderBusName"),
        Sample(
            rule: Rules.interfaceNames, path: "Sources/VSAControl/A.swift", bad: "import DBus\nlet key = \"application-id\"",
            good: "import ArgumentParser\nlet option = \"application-id\""),
        Sample(
            rule: Rules.interfaceNames, path: "Sources/VSAControl/A.swift", bad: "import DBus\ncall(\"GetStatus\")",
            good: "import DBus\ncall(\"GetNameOwner\")"),
        Sample(
            rule: Rules.interfaceNames, path: "Sources/AccountService/A.swift",
            bad: "import DBus\nlet status = \"not-determined\"", good: "import DBus\nlet status = \"granted\""),
        Sample(
            rule: Rules.interfaceNames, path: "Sources/VideoSubscriberAccount/A.swift", bad: "let kind = \"sign-in\"",
            good: "let kind = DialogKind.signIn"),
        Sample(
            rule: Rules.errorFields, path: "Sources/AccountCore/A.swift",
            bad: "throw InvalidInput(field: \"expires\", message: \"must be positive\")",
            good: "throw InvalidInput(field: \"expires-in\", message: \"must be positive\")"),
    ]

    @Test("finds the bad sample, accepts the good one", arguments: samples)
    func sample(_ sample: Sample) {
        #expect(sample.rule.findings(in: SourceFile(path: sample.path, text: sample.bad)).count == 1)
        if sample.good.isEmpty { return }
        #expect(sample.rule.findings(in: SourceFile(path: sample.path, text: sample.good)) == [])
    }

    @Test("every rule has a sample")
    func coverage() {
        #expect(Set(Self.samples.map(\.rule.name)) == Set(Rules.all.map(\.name)))
    }

    @Test("an entry of an allow-list applies to its own rule only")
    func places() {
        let pointer = SourceFile(path: "Sources/DBus/Wire/BusMessage.swift", text: "let raw: OpaquePointer")
        #expect(Rules.pointers.findings(in: pointer) == [])
        let clock = SourceFile(path: "Sources/DBus/Wire/BusMessage.swift", text: "let now = Date()")
        #expect(Rules.clocks.findings(in: clock).map(\.line) == [1])
    }

    @Test("code is what remains without comments and string contents, line by line")
    func scanner() {
        let text = """
            let a = "x // y \\" z" // tail
            /* one /* two */ still */ let b = #"raw " \\"#
            let c = \"\"\"
                Date()
                \"\"\"
            #if os(Linux)
            """
        #expect(
            SourceFile(path: "", text: text).code == ["let a = \"\" ", " let b = \"\"", "let c = \"", "", "\"", "#if os(Linux)"])
    }

    @Test("the manifest is read: names, constants, products, closures")
    func manifest() {
        let manifest = Manifest(
            text: """
                let logging = product("Logging", "swift-log")
                let package = Package(
                    name: "x", products: [.library(name: "A", targets: ["A"])],
                    targets: [
                    .systemLibrary(name: "C", pkgConfig: "c", providers: [.apt(["libc-dev"])]),
                    .target(name: "A", dependencies: ["C"], cSettings: settings),
                    library("B", ["A", logging, product("GRDB", "GRDB.swift")]),
                    executable("b", ["B"]),
                    .target(name: "D", path: "Tests/D", exclude: ["A"]),
                    ])
                """)
        #expect(manifest.targets.map(\.name) == ["C", "A", "B", "b", "D"])
        #expect(manifest.targets.filter(\.isForTests).map(\.name) == ["D"])
        #expect(manifest.target("C")?.dependencies == [])
        #expect(manifest.target("D")?.dependencies == [])
        #expect(manifest.target("B")?.dependencies == ["A", "Logging", "GRDB"])
        #expect(manifest.closure(of: "b") == ["b", "B", "A", "C", "Logging", "GRDB"])
    }

    @Test("an undocumented member of an interface is found")
    func interfaceDocumentation() {
        let xml = """
            <node>
              <!-- For apps. -->
              <interface name="a.B">
                <!-- Says it. -->
                <method name="Documented"><arg name="x" type="s"/></method>
                <method name="Annotated">
                  <annotation name="org.gtk.GDBus.DocString" value="Says it too."/>
                </method>
                <!-- Bare: -->
                <method name="Bare"/>
                <property name="Version" type="u" access="read"/>
                <!-- Tells it. -->
                <signal name="Changed"/>
              </interface>
            </node>
            """
        let findings = InterfaceDocumentation.findings(path: "a.xml", xml: xml)
        #expect(
            findings.map(\.description) == [
                "a.xml:10: method Bare is not documented", "a.xml:11: property Version is not documented",
            ])
    }
}
