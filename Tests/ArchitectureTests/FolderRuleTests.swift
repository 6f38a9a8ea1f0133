import Testing

/// The rule about folders finds its bad samples and accepts the similar good ones.
@Suite("The order of folders is checked")
struct FolderRuleTests {
    /// What `High` declares, and a text in `Low`, below it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let declared: String
        let used: String
        /// The name that the finding names; nil if there is none.
        let found: String?

        var testDescription: String { used }
    }

    static let samples: [Sample] = [
        Sample(declared: "struct Roof {}", used: "let roof: Roof", found: "Roof"),
        Sample(declared: "struct Roof {}", used: "extension Roof {}", found: "Roof"),
        Sample(declared: "struct Roof {}", used: "let roof = 1  // Roof", found: nil),
        Sample(declared: "struct Roof {}", used: "let roof = \"Roof\"", found: nil),
        Sample(declared: "struct Roof {}", used: "let heights = 0...Roof.height", found: "Roof"),
        Sample(declared: "struct Roof {}", used: "func cover<Roof>(_ roof: Roof) {}", found: nil),
        Sample(declared: "private struct Roof {}", used: "let roof: Roof", found: nil),
        Sample(declared: "public private(set) var roof = 1", used: "let height = roof", found: "roof"),
        Sample(declared: "struct House { struct Roof {} }", used: "let roof: Roof", found: nil),
        Sample(declared: "extension Wall { struct Tile {} }", used: "let tile: Wall.Tile", found: "Wall.Tile"),
        Sample(declared: "extension Wall { struct Tile {} }", used: "extension Wall { var tile: Tile? { nil } }", found: "Tile"),
        Sample(declared: "func climb() {}", used: "let result = climb()", found: "climb"),
        Sample(declared: "func climb() {}", used: "let result = wall.climb", found: nil),
        Sample(declared: "func climb() {}", used: "func climb() {}\nlet result = climb()", found: nil),
        Sample(declared: "extension Wall { func paint() {} }", used: "wall.paint()", found: "Wall.paint"),
        Sample(declared: "extension Wall { private func paint() {} }", used: "wall.paint()", found: nil),
        Sample(declared: "extension Wall { func tint() {} }", used: "wall.tint()", found: "Wall.tint"),
        Sample(declared: "extension Wall { func tint() {} }", used: "let tint = wall.tint", found: nil),
        Sample(declared: "extension Wall { func raise() {} }", used: "wall.raise()", found: nil),
        Sample(declared: "struct Roof { func paint() {} }", used: "thing.paint()", found: nil),
        Sample(declared: "func a() { struct Roof {} }", used: "let roof: Roof", found: nil),
    ]

    private static let rule = FolderRule(orders: [FolderOrder("House", ["Low", "High"])])

    private static func files(low: String, high: String) -> [SourceFile] {
        [
            SourceFile(path: "Sources/House/Low/Wall.swift", text: "struct Wall { let tint: Int\n func raise() {} }"),
            SourceFile(path: "Sources/House/Low/Use.swift", text: low),
            SourceFile(path: "Sources/House/High/Roof.swift", text: high),
        ]
    }

    @Test("a use of what a higher folder declares is found, and nothing else", arguments: samples)
    func sample(_ sample: Sample) {
        let found = Self.rule.findings(in: Self.files(low: sample.used, high: sample.declared))
        let line = sample.used.split(separator: "\n").count
        let text = sample.found.map { "\($0) is declared in High, which is above Low in House's row of FolderOrder.all" }
        #expect(found == (text.map { [Finding(path: "Sources/House/Low/Use.swift", line: line, text: $0)] } ?? []))
    }

    @Test("a higher folder may use a lower one")
    func downward() {
        #expect(Self.rule.findings(in: Self.files(low: "", high: "let wall: Wall = .init()\nlet two = wall.raise()")) == [])
    }

    @Test("a folder or a module with folders has to be in the table")
    func unknown() {
        let folder = SourceFile(path: "Sources/House/Side/A.swift", text: "")
        let module = SourceFile(path: "Sources/Garden/Shed/A.swift", text: "")
        let flat = SourceFile(path: "Sources/Street/A.swift", text: "")
        #expect(
            Self.rule.findings(in: [folder, module, flat]).map(\.description) == [
                "Sources/Garden/Shed/A.swift:1: Garden has folders, but no row in FolderOrder.all",
                "Sources/House/Side/A.swift:1: folder Side is not in House's row of FolderOrder.all",
            ])
    }

    @Test("modules and folders are read from paths, also of other packages")
    func places() {
        let file = SourceFile(path: "Agents/vsa-picker/Sources/PickerModel/Session/Prompt.swift", text: "")
        #expect(file.module == "PickerModel")
        #expect(file.folder == "Session")
        #expect(SourceFile(path: "Sources/A/B/C/D.swift", text: "").folder == "B/C")
        #expect(SourceFile(path: "Sources/A/D.swift", text: "").folder == "")
        #expect(SourceFile(path: "Sources/D.swift", text: "").module == "")
    }
}
