import Foundation
import Testing

/// The rules of ARCHITECTURE.md, applied to the project.
@Suite("The project keeps its architecture")
struct ProjectTests {
    @Test("source files", arguments: Rules.all)
    func sources(keep rule: any Rule) throws {
        let files = try Repository.sources()
        #expect(files.count > 20)
        let findings = files.flatMap(rule.findings)
        if !findings.isEmpty { Issue.record("\(findings.map(\.description).joined(separator: "\n"))") }
    }

    @Test("every place of an allow-list exists")
    func places() throws {
        let paths = try Repository.sources().map(\.path)
        for rule in [Rules.clocks, Rules.randomness, Rules.pointers, Rules.buffers, Rules.paths] {
            for place in rule.places.keys {
                #expect(paths.contains { $0.hasPrefix(place) }, "\(rule.name): there is no \(place)")
            }
        }
    }

    @Test("each folder of a module sees only those below it")
    func folders() throws {
        let files = try Repository.sources() + Repository.agentSources()
        let findings = FolderRule(orders: FolderOrder.all).findings(in: files)
        if !findings.isEmpty { Issue.record("\(findings.map(\.description).joined(separator: "\n"))") }
        for order in FolderOrder.all {
            let present = Set(files.filter { $0.module == order.module }.map(\.folder))
            #expect(present == Set(order.folders), "the folders of \(order.module)")
            #expect(order.folders.count == Set(order.folders).count)
        }
    }

    @Test("the path of authorize has at most 15 files, which ARCHITECTURE.md names with every middleware")
    func authorizePath() throws {
        let text = try Repository.text("ARCHITECTURE.md")
        let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("One call:") })
        let stations = section.matches(of: #/(\d+)\. `([A-Za-z]+/[^`]+\.swift)`/#)
        #expect(stations.map { Int($0.output.1) } == Array(1...stations.count) && (10...15).contains(stations.count))
        let paths = stations.map { station in
            let path = String(station.output.2)
            return path.hasPrefix("EntitlementCore/") ? "Sources/\(path)" : "Sources/EntitlementService/\(path)"
        }
        let files = try Repository.sources().map(\.path)
        #expect(Set(paths).isSubset(of: files) && Set(paths).count == paths.count)
        // This one creates the responses to errors. What the files on the path use is not counted.
        let middlewares = files.filter { $0.contains("/Middleware/") && !$0.hasSuffix("/ErrorMiddleware.swift") }
        #expect(Set(middlewares).isSubset(of: paths))
    }

    @Test("every module has a row in the table of layers, and every row a module")
    func layers() throws {
        let manifest = try Repository.manifest()
        let modules = Set(manifest.targets.filter { !$0.isForTests }.map(\.name))
        #expect(modules == Set(Layer.all.map(\.module)))
    }

    @Test("the arrow rule of ARCHITECTURE.md has the rows of the table of layers")
    func documentedArrows() throws {
        let text = try Repository.text("ARCHITECTURE.md")
        let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("The arrow rule") })
        // Long rows continue on lines that are indented further; what is in parentheses explains.
        let lines = section.replacing(/\n {8,}/, with: " ").replacing(#/ \([^)]*\)/#, with: "").split(separator: "\n")
        let rows = lines.compactMap { $0.wholeMatch(of: #/ {4}(\S+) +([^+]*)(\+.*)?/#) }
        let leaves = try #require(section.firstMatch(of: /other packages\.((?s).*?)import no other module/)).output.1
        var found = Dictionary(uniqueKeysWithValues: leaves.matches(of: /`([^`]+)`/).map { (String($0.output.1), [""]) })
        for row in rows {
            let uses = row.output.2.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            found[String(row.output.1)] = uses.sorted() + [row.output.3 == nil ? "" : "+"]
        }
        // Those that wrap a C library have no rows.
        let layers = Layer.all.filter { !$0.module.hasPrefix("C") && $0.module != "XMLSecSystem" }
        let expected = layers.map { ($0.module, $0.uses.sorted() + [$0.packages.isEmpty ? "" : "+"]) }
        #expect(found == Dictionary(uniqueKeysWithValues: expected))
    }

    @Test("Package.swift declares no arrow that the table of layers does not have")
    func declaredArrows() throws {
        let manifest = try Repository.manifest()
        let modules = Set(Layer.all.map(\.module))
        for layer in Layer.all {
            let target = try #require(manifest.target(layer.module))
            let upward = target.dependencies.intersection(modules).subtracting(layer.uses)
            #expect(upward.isEmpty, "\(layer.module) depends on \(upward.sorted())")
            let foreign = target.dependencies.subtracting(modules).subtracting(layer.packages)
            #expect(foreign.isEmpty, "\(layer.module) depends on the packages \(foreign.sorted())")
        }
    }

    @Test(
        "Package.swift declares every package whose modules the sources import, and no other",
        arguments: Layer.all.map(\.module))
    func declaredImports(of module: String) throws {
        let manifest = try Repository.manifest()
        let packages = Set(Layer.all.flatMap(\.packages)).subtracting(Layer.system)
            // CYaml is the part of Yams that reads events, which Yams does not export.
            .subtracting(["Testing", "CYaml"])
        let files = try Repository.sources().filter { $0.module == module }
        let imported = Set(files.flatMap { $0.imports.map(\.module) })
        let declared = try #require(manifest.target(module)).dependencies
        let missing = packages.intersection(imported).subtracting(declared)
        #expect(missing.isEmpty, "\(module) imports what it gets by way of others: \(missing.sorted())")
        let unused = declared.subtracting(imported)
        #expect(unused.isEmpty || files.isEmpty, "\(module) imports nothing of \(unused.sorted())")
    }

    @Test("vsad links no other package, and the rule against Foundation covers everything that it links")
    func device() throws {
        let manifest = try Repository.manifest()
        #expect(manifest.closure(of: "vsad") == Rules.device)
    }

    @Test("vsactl links only the argument parser's package, and the rule against Foundation covers everything that it links")
    func commandLine() throws {
        let manifest = try Repository.manifest()
        #expect(manifest.closure(of: "vsactl") == Rules.commandLine.union(["ArgumentParser"]))
    }

    @Test("modules that import all of Foundation are linked only by entitle")
    func exportedFoundation() throws {
        let manifest = try Repository.manifest()
        let files = try Repository.sources().filter { file in
            file.path.hasPrefix("Sources/") && file.code.contains { $0.contains("@_exported import Foundation") }
        }
        let exporting = Set(files.map(\.module))
        #expect(exporting == ["VideoSubscriberAccount"])
        let reached = manifest.targets.filter { !$0.isForTests && !manifest.closure(of: $0.name).isDisjoint(with: exporting) }
        #expect(Set(reached.map(\.name)) == ["VideoSubscriberAccount", "AccessEnabler", "EntitlementREST", "entitle"])
    }

    @Test("the service does not link D-Bus, the device does not link the service, and the library links neither")
    func separation() throws {
        let manifest = try Repository.manifest()
        #expect(!manifest.closure(of: "entitlementd").contains("DBus"))
        for library in ["AccessEnabler", "EntitlementREST"] {
            let daemons: Set<String> = ["AccountCore", "EntitlementCore", "TVWorld", "SAML"]
            #expect(manifest.closure(of: library).isDisjoint(with: daemons))
        }
        #expect(!manifest.closure(of: "EntitlementREST").contains("AccessEnabler"))
        let common = manifest.closure(of: "VideoSubscriberAccount").intersection(manifest.closure(of: "AccountService"))
        #expect(common == ["DBus", "CDBus", "DeviceInterfaces", "Encodings"])
    }

    @Test(
        "make check compiles neither an HTTP stack nor a database for a core, a library without HTTP, or their tests",
        arguments: ["AccountCore", "EntitlementCore", "TVWorld", "SAML", "DBus"])
    func moduleLoop(of module: String) throws {
        let manifest = try Repository.manifest()
        _ = try #require(manifest.target("\(module)Tests"))
        let built = manifest.closure(of: module).union(manifest.closure(of: "\(module)Tests"))
        let heavy = built.filter { name in ["NIO", "Hummingbird", "GRDB", "AsyncHTTP"].contains { name.hasPrefix($0) } }
        #expect(heavy.isEmpty, "\(module) is checked with \(heavy.sorted())")
    }

    @Test("the example package declares its targets as they are here, and uses only products of this package")
    func example() throws {
        let text = try Repository.text("Package.swift")
        let own = Manifest(text: text)
        let example = Manifest(text: try Repository.text("examples/swift-testing/Package.swift"))
        let products = Set(text.matches(of: #/\.(?:library|executable)\(name: "([^"]+)"/#).map { String($0.output.1) })
        let names = Set(example.targets.map(\.name))
        #expect(names == ["Riverside", "RiversideTests"])
        for target in example.targets {
            let foreign = target.dependencies.subtracting(names).subtracting(products)
            #expect(foreign.isEmpty, "\(target.name) takes \(foreign.sorted()), which are no products")
            let libraries = target.dependencies.subtracting(["vsad", "vsactl", "vsactl-full", "entitlementd"])
            #expect(libraries == own.target(target.name)?.dependencies, "\(target.name)")
        }
    }

    @Test("no test is an exit test: waiting for these takes a processor until the end of all tests (see StorageWork)")
    func exitTests() throws {
        let mark = "processExits" + "With"
        let found = try Repository.paths(below: "Tests", suffix: ".swift").filter { try Repository.text($0).contains(mark) }
        #expect(found.isEmpty, "\(found)")
    }

    @Test("every member of every D-Bus interface is documented in its XML")
    func interfaces() throws {
        let paths = Repository.paths(below: "dbus/interfaces", suffix: ".xml")
        #expect(!paths.isEmpty)
        let findings = try paths.flatMap { InterfaceDocumentation.findings(path: $0, xml: try Repository.text($0)) }
        if !findings.isEmpty { Issue.record("\(findings.map(\.description).joined(separator: "\n"))") }
    }
}
