import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The header `AP-Partner-Framework-Status` of `vsactl partner-status` and of the programs in docs/howto.
@Suite("The status of the system account, as apps report it", .daemonLogs)
struct PartnerStatusTests {
    private static let app = "com.example.player"

    private static func page() throws -> String {
        try String(contentsOf: Repository.root.appending(path: "docs/howto/report-the-partner-status.md"), encoding: .utf8)
    }

    /// The page's program in a language.
    private static func program(_ language: String) throws -> String {
        let block = try #require(try page().components(separatedBy: "```\(language)\n").dropFirst().first)
        return try #require(block.components(separatedBy: "```").first)
    }

    @Test("The page shows the Swift program unchanged")
    func swift() throws {
        let file = Repository.root.appending(path: "Tests/Compatibility/PartnerStatus/main.swift")
        #expect(try Self.program("swift") == String(contentsOf: file, encoding: .utf8))
    }

    /// A state of the device and the status that an app reports in it.
    struct Situation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The arguments of `vsactl` that lead to it.
        let steps: [[String]]
        let access: String
        var provider: String?
        var hasDate = false
        var errorCode: String?
    }

    private static let granted = ["access", "set", app, "granted"]

    static let situations = [
        Situation(testDescription: "P2 nothing decided", steps: [], access: "notDetermined"),
        Situation(
            testDescription: "P2 an app that the device did not know", steps: [["access", "set", app, "not-determined"]],
            access: "notDetermined"),
        Situation(testDescription: "P3 denied", steps: [["access", "set", app, "denied"]], access: "denied"),
        Situation(testDescription: "P3 restricted", steps: [["access", "set", app, "restricted"]], access: "restricted"),
        Situation(testDescription: "P4 nobody signed in", steps: [granted], access: "granted"),
        Situation(
            testDescription: "P4 a provider without single sign-on", steps: [granted, ["account", "sign-in", "GammaSat"]],
            access: "granted", errorCode: "1"),
        Situation(
            testDescription: "P4 the device fails",
            steps: [granted, ["fault", "add", "device.metadata", "--error", "ServiceTemporarilyUnavailable"]], access: "granted",
            errorCode: "3"),
        Situation(
            testDescription: "P5 another provider", steps: [granted, ["account", "sign-in", "delta.example"]], access: "granted",
            provider: "delta.example", hasDate: true),
        Situation(
            testDescription: "P6 expired",
            steps: [granted, ["account", "sign-in", "alpha.example"], ["account", "expire"]], access: "granted",
            provider: "alpha.example", hasDate: true),
        Situation(
            testDescription: "signed in", steps: [granted, ["account", "sign-in", "alpha.example"]], access: "granted",
            provider: "alpha.example", hasDate: true),
    ]

    @Test("vsactl and the programs in Swift, Python and C report the same", arguments: situations)
    func same(_ situation: Situation) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            for step in situation.steps { try await daemons.run("vsactl", step).checked() }
            let folder = TemporaryFolder(existing: try daemons.workspace.folder.makeFolder("status-\(UUID().uuidString)"))
            let python = try folder.write(try Self.program("python"), to: "status.py")
            let c = try folder.write(try Self.program("c"), to: "status.c")
            let compile = #"cc -Wall -Werror -o "$1.out" "$1" $(pkg-config --cflags --libs gio-2.0) && exec "$1.out""#
            let results = [
                try await daemons.vsactl("partner-status", "--app", Self.app, "--header"),
                try await daemons.run("PartnerStatusExample", []),
                // The D-Bus module of GLib belongs to Debian's interpreter.
                try await daemons.run("/usr/bin/python3", [python]),
                try await daemons.run("sh", ["-c", compile, "sh", c]),
            ]
            for result in results { try Self.check(result.checked(), situation) }
        }
    }

    private static func check(_ result: ToolResult, _ situation: Situation) throws {
        let value = try #require(result.lines.first?.wholeMatch(of: /AP-Partner-Framework-Status: (\S+)/)?.1, "\(result)")
        let data = try #require(Data(base64Encoded: String(value)), "\(result)")
        let status = try JSONDecoder().decode(Value.self, from: data)
        #expect(status["frameworkPermissionInfo"]["accessStatus"].text == situation.access, "\(status)")
        let provider = status["frameworkProviderInfo"]
        #expect(provider["id"].text == situation.provider, "\(status)")
        #expect(provider["error"]["code"].text == situation.errorCode, "\(status)")
        #expect((provider["expirationDate"].text?.wholeMatch(of: /[0-9]{10}000/) != nil) == situation.hasDate, "\(status)")
    }

    /// The code of each verdict, as the page has it.
    private static func codes() throws -> [String: String] {
        let rows = try page().matches(of: /\n\| (P[1-6]) \|[^|\n]+\| `(invalid_header_pfs_[a-z_]+)` \|/)
        return Dictionary(rows.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The scenarios of the page, each with its verdict.
    private static func scenarios() throws -> [(verdict: String, text: String)] {
        let rows = try page().matches(of: /\n\| (P[2-6]|accepted) \| (`apps: .+) \|/)
        return rows.map { row in
            let lines = row.2.matches(of: /`([^`]+)`/).map { String($0.1) }
            let text = (["schema: vsa-scenario/1", "name: status"] + lines).joined(separator: "\n") + "\n"
            return (verdict: String(row.1), text: text)
        }
    }

    /// The code with which the service rejects a response, if a new app sends the status that vsactl reports.
    private static func refusal(_ daemons: Daemons) async throws -> String? {
        let result = try await daemons.vsactl("partner-status", "--app", app, "--header").checked()
        let value = try #require(result.lines.first?.wholeMatch(of: /AP-Partner-Framework-Status: (\S+)/)?.1, "\(result)")
        let device = try await ServiceDevice(daemons: daemons)
        var client = device.client
        client.headers["AP-Device-Identifier"] = "fingerprint \(device.deviceID)"
        client.headers["AP-Partner-Framework-Status"] = String(value)
        let answer = try await client.post("/api/v2/REF30/profiles/sso/Apple", form: ["SAMLResponse": "AAAA"])
        return try answer.decoded(as: Value.self)["code"].text
    }

    @Test("The page's scenarios lead to their verdicts P2 to P6, and its faults to the codes of P1 to P6")
    func verdicts() async throws {
        let (codes, scenarios) = (try Self.codes(), try Self.scenarios())
        let verdicts = Set(scenarios.map { $0.verdict })
        #expect(codes.count == 6 && verdicts == ["P2", "P3", "P4", "P5", "P6", "accepted"])
        let faults = try Self.page().matches(of: /\n {4}vsactl fault add (\S+) --error (\S+)/).map {
            (point: String($0.1), code: String($0.2))
        }
        let faultCodes = faults.map { $0.code }.sorted()
        #expect(faultCodes == codes.values.sorted())
        try await withDaemons { daemons in
            for scenario in scenarios {
                try await daemons.run("vsactl", ["scenario", "load", "-"], input: scenario.text).checked()
                let code = try await Self.refusal(daemons)
                if scenario.verdict == "P5" || scenario.verdict == "accepted" {
                    // The verdict of P5 depends on the call: this one is for the provider that the status names.
                    #expect(code?.hasPrefix("invalid_header_pfs_") != true, "\(scenario): \(code ?? "none")")
                    let status = try await daemons.document("partner-status", "--app", Self.app)["status"]
                    let provider = scenario.verdict == "P5" ? "delta.example" : "alpha.example"
                    #expect(status["frameworkProviderInfo"]["id"].text == provider, "\(scenario): \(status)")
                } else {
                    #expect(code == codes[scenario.verdict], "\(scenario)")
                }
            }
            for fault in faults {
                try await daemons.vsactl("fault", "add", fault.point, "--error", fault.code, "--times", "1").checked()
                let code = try await Self.refusal(daemons)
                #expect(code == fault.code)
            }
        }
    }
}
