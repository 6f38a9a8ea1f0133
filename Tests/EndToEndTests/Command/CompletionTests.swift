import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Completions in the shells themselves, with the names that the running daemons know.
@Suite("Shell completions", .daemonLogs)
struct CompletionTests {
    /// What a shell offers for the last word of each line, one per line of the output, with a mark after those of each line.
    private static let scripts = [
        "bash": #"""
        source "$1"
        for line in "${@:2}"; do
            read -r -a COMP_WORDS <<<"$line"
            if [[ $line == *' ' ]]; then COMP_WORDS+=(''); fi
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
            "_${COMP_WORDS[0]}" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\n' "${COMPREPLY[@]}" @@
        done
        """#,
        "fish": #"""
        source $argv[1]
        for line in $argv[2..]
            complete --do-complete $line
            echo @@
        end
        """#,
    ]

    private func script(for shell: String, of program: String = "vsactl", in workspace: Workspace) async throws -> String {
        let result = try await Tool.run(
            try Executables.find(program), ["--generate-completion-script", shell], environment: workspace.environment
        ).checked()
        let folder = try workspace.folder.makeFolder("completions/\(shell)")
        let file = "\(folder)/_\(program)"
        try (result.output + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    /// The words that a shell offers for each line, without fish's descriptions; all lines begin with the same program.
    private func words(
        _ shell: String, _ lines: [String], _ environment: [String: String], _ workspace: Workspace, in folder: String? = nil
    ) async throws -> [Set<String>] {
        let program = try #require(lines.first?.split(separator: " ").first.map(String.init))
        let completions = try await script(for: shell, of: program, in: workspace)
        let text = try #require(Self.scripts[shell])
        let options = shell == "bash" ? ["--norc", "-c", text, "bash"] : ["-N", "-c", text]
        var environment = environment
        environment["PATH"] = "\(Executables.ownFolder):\(environment["PATH"] ?? "/usr/bin:/bin")"
        let result = try await Tool.run(
            shell, options + [completions] + lines, environment: environment, workingDirectory: folder
        ).checked()
        #expect(result.errorOutput.isEmpty, "\(result)")
        let offered = result.lines.split(separator: "@@", omittingEmptySubsequences: false).dropLast()
        try #require(offered.count == lines.count, "\(result)")
        return offered.map { words in Set(words.compactMap { $0.split(separator: "\t").first.map(String.init) }) }
    }

    @Test("apps, providers, subscribers, requestors and faults of the running daemons", arguments: ["bash", "fish"])
    func live(_ shell: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.first", "granted")
            try await daemons.setAccess("com.example.second", "denied")
            try await daemons.vsactl("fault", "add", "vsa.access", "--id", "wobbly-device", "--delay", "1s").checked()
            try await daemons.vsactl("fault", "add", "service.config", "--id", "wobbly-service", "--delay", "1s").checked()
            let environment = daemons.presentEnvironment
            var rows: [(String, Set<String>)] = [
                ("vsactl access get com.example.", ["com.example.first", "com.example.second"]),
                ("vsactl account sign-in alpha.example --subscriber a", ["alice"]),
                ("vsactl integration show REF30 Alpha", ["AlphaCable"]),
                ("vsactl access set com.example.first gr", ["granted"]),
                ("vsactl doc", ["doctor"]),
                ("vsactl fault clear wob", ["wobbly-device", "wobbly-service"]),
                ("vsactl fault add service.any --perc", ["--percent"]),
                ("vsactl fault add vsa.metadata --error Service", ["ServiceTemporarilyUnavailable"]),
            ]
            // vsactl finds these names in the same way for every shell, and fish takes most of a second of processor time for a
            // line: only `make soak` has it complete these.
            let others: [(String, Set<String>)] = [
                ("vsactl account sign-in alpha.", ["alpha.example"]),
                ("vsactl requestor show REF", ["REF30", "REF60"]),
                ("vsactl answer sign-in w", ["wrong-password"]),
                ("vsactl fault release wobbly-s", ["wobbly-service"]),
                ("vsactl fault release service.", ["service.config"]),
                ("vsactl fault release device.", ["device.access"]),
                ("vsactl fault add service.auth", ["service.authn", "service.authorize", "service.authz"]),
                ("vsactl fault add device.acc", ["device.access", "device.access-prompt"]),
                ("vsactl fault preset fl", ["flaky-network"]),
                ("vsactl fault add vsa.saml --saml wrong", ["wrong-audience", "wrong-recipient"]),
                ("vsactl fault add service.authorize --error device", ["device_id_mismatch"]),
                ("vsactl fault add vsa.access --app com.example.f", ["com.example.first"]),
                ("vsactl scenario show sso-3.7", ["sso-3.7-picked-other-provider"]),
                ("vsactl scenario load ttl-account-valid-token-v", ["ttl-account-valid-token-valid"]),
                ("vsactl run --scenario sso-3.9", ["sso-3.9-picker-cancelled"]),
                ("vsactl expect library.setReq", ["library.setRequestorComplete"]),
            ]
            if shell == "bash" || Seeds.isSoak { rows += others }
            let offered = try await words(shell, rows.map(\.0) + ["vsactl "], environment, daemons.workspace)
            for ((line, expected), offered) in zip(rows, offered) { #expect(offered == expected, "\(shell): \(line)") }
            #expect(offered.last?.contains("access") == true && offered.last?.contains("complete") == false)
        }
    }

    @Test(
        "options and arguments that take a file or a folder complete its name, in every program",
        arguments: [
            ("entitlementd serve", ["--config", "--world", "--runtime-file", "--tls-certificate", "--tls-key"]),
            ("entitlementd serve", ["--admin-token-file", "--database-key-file", "--metrics-token-file"]),
            ("entitlementd database", ["status --config", "export", "import"]),
            ("entitle", ["--software-statement"]),
            ("media-token-verifier", ["--certificate"]),
            ("vsactl", ["run --world", "certificate add REF30", "identity-key add --key", "identity-token service --key"]),
        ])
    func files(_ command: String, _ places: [String]) async throws {
        try await Workspace.with { workspace in
            let folder = try workspace.folder.makeFolder("files")
            try "".write(toFile: "\(folder)/some.pem", atomically: true, encoding: .utf8)
            let lines = places.map { "\(command) \($0) so" }
            let offered = try await words("bash", lines, workspace.environment, workspace, in: folder)
            for (line, offered) in zip(lines, offered) { #expect(offered == ["some.pem"], "\(line)") }
        }
    }

    @Test(
        "options that take a folder offer folders only",
        arguments: [
            "entitlementd serve --state", "entitlementd database status --state", "entitle --storage",
            "vsactl run --save-on-exit",
        ])
    func folders(_ option: String) async throws {
        try await Workspace.with { workspace in
            let folder = try workspace.folder.makeFolder("folders")
            try "".write(toFile: "\(folder)/some.pem", atomically: true, encoding: .utf8)
            _ = try workspace.folder.makeFolder("folders/somewhere")
            let offered = try await words("bash", ["\(option) so"], workspace.environment, workspace, in: folder)
            #expect(offered == [["somewhere"]])
        }
    }

    @Test(
        "words of a closed list are completed",
        arguments: [
            ("entitlementd serve --log-level no", "notice"), ("entitlementd serve --log-format j", "json"),
            ("entitlementd serve --throttling of", "off"), ("entitlementd serve --dashboard-protection nev", "never"),
            ("vsactl developer set simul", "simulate-expired-token"),
        ])
    func closedLists(_ line: String, _ word: String) async throws {
        try await Workspace.with { workspace in
            let offered = try await words("bash", [line], workspace.environment, workspace)
            #expect(offered == [[word]])
        }
    }

    @Test("the names of files and subscribers run no commands")
    func hostileNames() async throws {
        // Not those of the pool: a reset would return to the scenario.
        try await withDaemons { daemons in
            let folder = try daemons.workspace.folder.makeFolder("hostile")
            for name in ["$(touch ran).yaml", "`touch ran`.yaml", "${x:=$(touch ran)}.yaml", "plain.yaml"] {
                try "schema: vsa-scenario/1\n".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
            }
            let scenario = """
                schema: vsa-scenario/1
                name: hostile
                subscribers:
                  - {provider: alpha.example, username: "$(touch \(folder)/ran)", password: x}
                  - {provider: alpha.example, username: plain-name, password: x}
                """
            try scenario.write(toFile: "\(folder)/subscribers.yaml", atomically: true, encoding: .utf8)
            try await daemons.vsactl("scenario", "load", "\(folder)/subscribers.yaml").checked()
            let lines = ["vsactl answer sign-in plain-", "vsactl scenario load pla"]
            for shell in ["bash", "fish"] {
                let offered = try await words(shell, lines, daemons.presentEnvironment, daemons.workspace, in: folder)
                #expect(offered == [["plain-name"], ["plain.yaml"]], "\(shell)")
                #expect(!FileManager.default.fileExists(atPath: "\(folder)/ran"), "\(shell)")
            }
        }
    }

    @Test("zsh: Tab completes the app's name, Enter runs the command")
    func zsh() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.zebra", "restricted")
            try await daemons.vsactl("fault", "add", "vsa.access", "--id", "wobbly-zebra", "--delay", "1s").checked()
            let folder = (try await script(for: "zsh", in: daemons.workspace) as NSString).deletingLastPathComponent
            // zpty is zsh's own terminal: a line is typed there as by a user.
            let program = """
                zmodload zsh/zpty
                zpty shell zsh -f -i
                zpty -w shell 'PS1="> "; fpath=(\(folder) $fpath); autoload -U compinit; compinit -u -D; echo is ready'
                zpty -r -m shell text '*ready*is ready*'
                zpty -w shell $'vsactl access get com.example.ze\\t'
                zpty -r -m shell text '*restricted*'
                print -r -- $text
                zpty -w shell $'vsactl fault release wobb\\t'
                zpty -r -m shell text '*calls continue*'
                print -r -- $text
                zpty -d shell
                """
            var environment = daemons.presentEnvironment
            environment["PATH"] = "\(Executables.ownFolder):\(environment["PATH"] ?? "/usr/bin:/bin")"
            environment["TERM"] = "dumb"
            let result = try await Tool.run("zsh", ["-f", "-c", program], environment: environment, within: .seconds(60))
            #expect(result.output.contains("restricted"), "\(result)")
            #expect(result.output.contains("0 calls continue"), "\(result)")
        }
    }

    @Test("without daemons nothing is offered or printed, and none is started", arguments: ["bash", "fish"])
    func silent(_ shell: String) async throws {
        let vsad = ActivatableService(name: Daemons.accountName, executable: try Executables.find("vsad"))
        try await TestBus.with(services: [vsad]) { bus in
            let lines = ["vsactl account sign-in ", "vsactl requestor show "]
            #expect(try await words(shell, lines, bus.environment, bus.workspace) == [[], []])
            let noBus = bus.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nobody"]) { $1 }
            #expect(try await words(shell, ["vsactl access get "], noBus, bus.workspace) == [[]])
            let names = try await Tool.run(
                "busctl", ["--user", "--no-pager", "--no-legend", "--unique", "--acquired", "list"],
                environment: bus.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
            #expect(!names.output.contains(Daemons.accountName), "\(names)")
        }
    }
}
