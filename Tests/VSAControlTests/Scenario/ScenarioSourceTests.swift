import Foundation
import PrivateSession
import Testing

@testable import TVWorld
@testable import VSAControl

@Suite("Scenario files")
struct ScenarioSourceTests {
    private func mistake(_ text: String) -> String {
        do throws(YAMLMistake) {
            _ = try ScenarioSource(Data(text.utf8))
            return "none"
        } catch {
            return error.text
        }
    }

    @Test("strings, numbers and Booleans are those of YAML 1.2 and of JSON")
    func values() throws {
        let source = try ScenarioSource(
            Data("{a: no, b: 12, c: 1.5, d: '3', e: !!str 4, f: ~, g: true, h: 0x1f, on: 2026-03-01}".utf8))
        #expect(
            source.document.serialized
                == #"{"a":"no","b":12,"c":1.5,"d":"3","e":"4","f":null,"g":true,"h":"0x1f","on":"2026-03-01"}"#)
    }

    @Test("JSON may have characters as pairs of surrogates, as Python writes them; a backslash in YAML stays one")
    func surrogates() throws {
        let source = try ScenarioSource(Data(#"{"a": "\ud83d\ude00 \\ud83d \u00e9\/", "\uD834\udd1e": "\\\ud83d\ude00"}"#.utf8))
        #expect(source.document["a"]?.text == #"😀 \ud83d é/"# && source.document["𝄞"]?.text == #"\😀"#)
        #expect(try ScenarioSource(Data(#"a: \ud83d\ude00"#.utf8)).document["a"]?.text == #"\ud83d\ude00"#)
        #expect(mistake(#"{"a": "\ud83d"}"#).contains("is not YAML"))
    }

    @Test("JSON is read by its own rules: keys of any length, line breaks anywhere, exact positions")
    func json() throws {
        let key = String(repeating: "k", count: 1_100)
        let text = #"""
            {"\#(key)": [ ] , "a"
              : [{}, "\"é😀\ud83d\ude00", {"b": -1.5e3,"c"
            :{"d": null}}], "name": "\ud83d\ude00", "colour": true }
            """#
        let source = try ScenarioSource(Data(text.utf8))
        #expect(
            source.document.serialized
                == #"{"\#(key)":[],"a":[{},"\"é😀😀",{"b":-1.5e3,"c":{"d":null}}],"name":"😀","colour":true}"#)
        func place(_ field: String, _ message: String) -> [String] {
            source.locate(ScenarioError(problems: [WorldDocumentError(field, message)])).map(\.text)
        }
        #expect(place("a", "is wrong") == ["2:5: a: is wrong"])
        #expect(place("a[1]", "is wrong") == ["2:10: a[1]: is wrong"])
        #expect(place("a[2].b", "is wrong") == ["2:36: a[2].b: is wrong"])
        #expect(place("a[2].c", "the key is wrong") == ["2:43: a[2].c: the key is wrong"])
        #expect(place("a[2].c.d", "is wrong") == ["3:8: a[2].c.d: is wrong"])
        #expect(place("colour", "the key is wrong") == ["3:41: colour: the key is wrong"])
        // The place of a path of this length is not kept; the object's is.
        #expect(place("\(key)[3]", "is wrong") == ["1:1: \(key)[3]: is wrong"])
        #expect(mistake("{\"a\": 1,\n \"a\": 2}") == #"2:2: the key "a" is repeated"#)
    }

    @Test("the positions in JSON with a long key and many values fit into the memory")
    func longPaths() throws {
        let values = Array(repeating: "1", count: 100_000).joined(separator: ",")
        let source = try ScenarioSource(Data(#"{"\#(String(repeating: "k", count: 2_000_000))": [\#(values)]}"#.utf8))
        #expect(source.document.serialized.utf8.count > 2_200_000)
    }

    @Test("every mistake is reported with line, column and the nearest name")
    func places() throws {
        let text = """
            schema: vsa-scenario/1
            name: test
            apps:
              - {id: com.example.player, acces: granted}
            account:
              provider: alfa.example
              subscriber: alice
            faults: [{at: vsa.access}, {at: vsa.access, hang: perhaps}]
            region: USA
            """
        let source = try ScenarioSource(Data(text.utf8))
        let error = #expect(throws: ScenarioError.self) { try Scenario(document: source.document) }
        let lines = source.locate(try #require(error)).map(\.text)
        #expect(lines.count == 5)
        #expect(lines[0].hasPrefix(#"4:30: apps[0].acces: the key "acces" is not known; did you mean "access""#))
        #expect(
            lines[1].hasPrefix(#"6:13: account.provider: the provider "alfa.example" is not known; did you mean "alpha.example""#)
        )
        #expect(lines[2].hasPrefix("8:10: faults[0]: does nothing"))
        #expect(lines[3].contains("faults[1].hang: takes true or false") && lines[4].hasPrefix("9:9: region"), "\(lines)")
    }

    @Test("missing values are reported where they should be")
    func missing() throws {
        let source = try ScenarioSource(Data("name: test\nanswers:\n  - answer: granted\n".utf8))
        let error = #expect(throws: ScenarioError.self) { try Scenario(document: source.document) }
        #expect(source.locate(try #require(error)).map(\.text) == ["1:1: schema: is missing", "3:5: answers[0].on: is missing"])
    }

    @Test("invalid YAML, too much of it, and other bytes: one clear line")
    func hostile() {
        #expect(mistake("a: [1").hasPrefix("2:1: is not YAML") || mistake("a: [1").hasPrefix("1:"))
        #expect(mistake("a: 1\na: 2") == #"2:1: the key "a" is repeated"#)
        #expect(mistake("").contains("is empty"))
        #expect(mistake("\"a\\e[31m\\n\": 1\n\"a\\e[31m\\n\": 2") == "2:1: the key \"a\u{FFFD}[31m \" is repeated")
        // A byte order mark does not belong to a line.
        #expect(throws: Never.self) { try ScenarioSource(Data("\u{FEFF}schema: vsa-scenario/1\nname: x\n".utf8)) }
        #expect(mistake("a: 1\n---\nb: 2").contains("another document"))
        #expect(mistake(String(repeating: "[", count: 5_000)).hasSuffix(": is nested more than 32 levels deep"))
        #expect(mistake("{[a]: 1}").contains("a key that is not a string"))
        let bomb = "a: &a [x, x, x, x]\n" + (1...30).map { "b\($0): &b\($0) [*a, *a]\n" }.joined()
        #expect(mistake(bomb).contains("aliases"))
        let bytes = Data("a: 1\nb: ".utf8) + Data([0xFF, 0x0A])
        let error = #expect(throws: YAMLMistake.self) { try ScenarioSource(bytes) }
        #expect(error?.text == "2:1: is not UTF-8")
        let large = #expect(throws: YAMLMistake.self) { try ScenarioSource(Data(count: ScenarioSource.limit + 1)) }
        #expect(large?.text == "1:1: is larger than 4194304 bytes")
        #expect(YAMLMistake(position: (1, 2), key: "a\u{9B}", message: "b\u{1B}").text == "1:2: a\u{FFFD}: b\u{FFFD}")
    }

    @Test(
        "aliases are counted after everything that YAML permits before one",
        arguments: ["\n\u{FEFF}", "\u{600},", "\u{2028}", "\r\n "])
    func hiddenAliases(separator: String) {
        let list = (1...3).map { _ in "\(separator)*a" }.joined(separator: ",")
        #expect(mistake("a: &a [x]\n" + (1...9).map { "b\($0): [\(list)]\n" }.joined()).contains("aliases"))
    }

    @Test("a scenario written as YAML is read as the same one")
    func yaml() throws {
        var scenario = Scenario.default
        scenario.apps = [.init(id: "com.example.player", name: "no: \"yes\" # ü", access: .granted)]
        scenario.faults = [Fault(id: "1e3", point: .access, effect: .hang, delay: 800)]
        scenario.serviceClock = .frozen(milliseconds: 1)
        let source = try ScenarioSource(Data(try LinkedBackend.current.writeYAML(scenario.document).utf8))
        #expect(try Scenario(document: source.document) == scenario)
    }

    @Test("a scenario extends another file, and cycles are reported")
    func extends() throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        func write(_ name: String, _ text: String) throws -> String {
            try folder.write("schema: vsa-scenario/1\nname: \(name)\n\(text)", to: name)
        }
        _ = try write("parent.yaml", "region: DE\napps: [{id: a.b, access: granted}]\n")
        let child = try write("child.yaml", "extends: parent.yaml\napps: [{id: a.b, access: denied}]\n")
        let loaded = try ScenarioLibrary.load(child)
        #expect(loaded.scenario.world.region == "DE" && loaded.scenario.apps.map(\.access) == [.denied])
        #expect(loaded.files.map(\.path) == [child, folder.path("parent.yaml")])
        let circle = try write("circle.yaml", "extends: circle.yaml\n")
        let error = #expect(throws: InvalidScenario.self) { try ScenarioLibrary.load(circle) }
        #expect(error?.failure.advice?.contains("circle") == true)
        _ = try write("first.yaml", "extends: ./second.yaml\n")
        let second = try write("second.yaml", "extends: .//./first.yaml\n")
        let round = try #require(throws: InvalidScenario.self) { try ScenarioLibrary.load(second) }
        #expect(round.file == folder.path("first.yaml"), "\(round)")
        let way = "is circular: \(second) extends \(round.file), which extends \(second)"
        #expect(round.mistakes.map(\.text) == ["3:10: extends: \(way)"], "\(round)")
        for number in 1...17 { _ = try write("\(number).yaml", "extends: \(number + 1).yaml\n") }
        let long = #expect(throws: InvalidScenario.self) { try ScenarioLibrary.load(folder.path + "/1.yaml") }
        #expect(long?.failure.advice?.contains("extends: leads to more than 16 scenarios") == true)
        let lonely = try write("lonely.yaml", "extends: sso-3.7-picked-other-provder\n")
        let missing = #expect(throws: InvalidScenario.self) { try ScenarioLibrary.load(lonely) }
        let name = "sso-3.7-picked-other-provider"
        #expect(
            missing?.mistakes.map(\.text) == [
                "3:10: extends: no such scenario: sso-3.7-picked-other-provder. Did you mean \(name)? All of them: vsactl scenario list"
            ])
        let wrong = try write("wrong.yaml", "extends: nowhere.yaml\nregoin: DE\n")
        let both = #expect(throws: InvalidScenario.self) { try ScenarioLibrary.load(wrong) }
        #expect(both?.mistakes.count == 2 && both?.failure.advice?.contains(":4:1: regoin: ") == true, "\(both?.mistakes ?? [])")
    }

    @Test("a snapshot has one mistake, which names the command that loads it")
    func snapshot() throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        let path = folder.path("before.json")
        try SnapshotFile(device: ["schema": "vsa-device-snapshot/1"], service: nil).write(to: path)
        let error = #expect(throws: InvalidScenario.self) { try ScenarioLibrary.load(path) }
        #expect(error?.mistakes.map(\.key) == ["schema"], "\(error?.mistakes ?? [])")
        #expect(error?.mistakes.first?.message == "is that of a snapshot: vsactl snapshot load \(path)")
    }

    /// A certificate with an RSA key of 2048 bits: the Base64 of DER.
    private static let certificate = """
        MIICoTCCAYkCFD/RrKM2RvzId1l2BrjAjkAWYSHyMA0GCSqGSIb3DQEBCwUAMAwxCjAIBgNVBAMMAXgwIBcNMjYxMTMwMjI1NzMxWhgPMjEyNjEx
        MDYyMjU3MzFaMAwxCjAIBgNVBAMMAXgwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCRiktjfLgWOzoQWQh/+mpx4w1aoo9LFgqsfaNN
        O33RLnk1P4qllnTfW5qOhceMyZN5TQVxMdSmUXnei7SCLhltkBvvfVbff2g7Zu8xsknZRoRxThjO+ut+ZiJkEbHAGVv+rC+QCT+Q7mjyea8Hr66/
        0H5MHoV7kzYnfiRzr/joJ30RZNowPDnXqoeKs4g2z3qVpFTUrOLTrtdNPM+AbeNLPW3GaI7qSiK85gHLe53B4rm8WjoA9zbmDmAvsBDUNLTSkFp2
        Kkq7VrQUvGQrNY2bsYzpmjX3v9RqbaMMoAEwzdB7qiJ7kBvS73euLoxZRNUdDWyFBdCGA36Fo1uNuRwDAgMBAAEwDQYJKoZIhvcNAQELBQADggEB
        ABhfJ96CFjgeEUzLMQWilIOxAibBLk8Y3DOvbm/sF3FjByfYYrwROR1q998pmWlyW++bBun3+DW96ycCv/WGCrivYp0tvx/5OD3z+iKiJm2CZsEk
        JDzQj5iIqELB9E8DJ1m277j0z6Lc85iKkvrQfHCEa8mkV8BVj5be9adO0I4NEMxZpGPoOMWptW2rtYZGf7Lt6hqwme2zWWU6KnM5jaAMuFZzum0V
        gYL6m4AWQfam4M1qpZUGIywHZJb+/4LRLUgGFeA8ZVGOGmudOyAWX1bCMnCvKkqeJIAxxlj2NgrPOnL7qpo4fIkv3EDpCl3xwIwiYKMLYR2F4QpB
        BjK5bDY=
        """

    @Test("a certificate that no service could use is a mistake, in addition to the others")
    func certificates() throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        func mistakes(_ certificate: String, _ rest: String = "") throws -> [String] {
            let encryption = #"{"certificate": \#(JSON.string(certificate).serialized)}"#
            let path = try folder.write(
                """
                schema: vsa-scenario/1
                name: a
                requestors:
                  - id: REF60
                  - {id: REF30, metadata-encryption: \(encryption)}
                \(rest)
                """, to: "a.yaml")
            do { _ = try ScenarioLibrary.load(path) } catch let error as InvalidScenario { return error.mistakes.map(\.text) }
            return []
        }
        func pem(_ base64: String) -> String { "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n" }
        for usable in [Self.certificate, pem(Self.certificate), "none"] { #expect(try mistakes(usable) == [], "\(usable)") }
        let curve = try LinkedBackend.current.certifyLoopback(validity: 1_772_388_000...1_772_391_600).authority
        let mistake =
            "5:54: requestors[1].metadata-encryption.certificate: takes an X.509 certificate with an RSA key of at least 2048 bits: "
            + "PEM, or the Base64 of DER"
        for other in ["AAAA", "nonsense", pem("AAAA"), curve] { #expect(try mistakes(other) == [mistake], "\(other)") }
        #expect(try mistakes("AAAA", "regoin: DE").map { $0.prefix(4) } == ["5:54", "6:1:"])
        #expect(try mistakes("é").count == 1)
    }

    @Test("completion offers the scenario files of a folder, and no other YAML or JSON files")
    func files() throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        for (name, text) in [
            ("plain.yaml", "# a comment\nschema: vsa-scenario/1\nname: a\n"), ("flow.yml", "{schema: 'vsa-scenario/1', name: a}"),
            ("written.json", #"{"name":"a","schema":"vsa-scenario/1"}"#), ("world.yaml", "providers: []\n"),
            ("compose.yaml", "services: {}\n"), ("schema.json", #"{"schema": {"const": "vsa-scenario/1"}}"#),
            ("notes.txt", "schema: vsa-scenario/1\n"), ("empty.yaml", ""),
        ] { try folder.write(text, to: name) }
        #expect(mkfifo(folder.path("pipe.yaml"), 0o600) == 0)
        #expect(CompleteCommand.scenarioFiles(in: folder.path).sorted() == ["flow.yml", "plain.yaml", "written.json"])
    }

    @Test("every scenario of the pack has its own name")
    func packNames() {
        #expect(ScenarioPack.all.count > 75 && Set(ScenarioPack.all.map(\.name)).count == ScenarioPack.all.count)
    }

    // A case for each: all at once would block one of the few threads of all tests for seconds.
    @Test("a scenario of the pack is valid and expects something", arguments: ScenarioPack.all.map(\.name))
    func pack(_ name: String) throws {
        let entry = try #require(ScenarioPack.all.first { $0.name == name })
        let scenario = try ScenarioLibrary.load(name).scenario
        #expect(scenario.name == name && !scenario.expectations.isEmpty && !entry.script.isEmpty)
        #expect(entry.summary.hasPrefix(entry.row.map { "Row \($0): " } ?? "TTL: "), "\(entry.summary)")
    }
}
