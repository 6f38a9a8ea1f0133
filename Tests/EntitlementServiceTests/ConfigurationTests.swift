import EntitlementCore
import Foundation
import Logging
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The configuration of entitlementd")
struct ConfigurationTests {
    /// A folder with a configuration file.
    private func withFile(_ text: String, mode: Int = 0o600, _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "entitlementd.yaml").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        try body(path)
    }

    private func mistakes(
        _ text: String = "", environment: [String: String] = [:], mode: Int = 0o600
    ) throws -> [String] {
        var lines: [String] = []
        try withFile(text, mode: mode) { path in
            let error = try #require(throws: ConfigurationMistakes.self) {
                try ServiceConfiguration(options: [:], file: path, environment: environment)
            }
            lines = error.lines.map { $0.replacing(path, with: "FILE") }
        }
        return lines
    }

    @Test("VSASIM_CLOCK is a setting of the clock or a file with one; anything else is an error that says what is accepted")
    func clock() throws {
        #expect(try ClockSetting(environment: [:]) == .real)
        #expect(try ClockSetting(environment: ["VSASIM_CLOCK": ""]) == .real)
        #expect(try ClockSetting(environment: ["VSASIM_CLOCK": " "]) == .real)
        #expect(try ClockSetting(environment: ["VSASIM_CLOCK": "/nowhere/clock"]) == .real)
        #expect(try ClockSetting(environment: ["VSASIM_CLOCK": " frozen:12 "]) == .frozen(milliseconds: 12_000))
        let accepted =
            "the clock takes real, offset:SECONDS, frozen:UNIX_SECONDS, or the absolute path of a file with one of them"
        for wrong in ["tomorrow", "frozen:", "offset:1e3", "clock/file"] {
            let error = try #require(throws: ConfigurationMistakes.self) {
                try ClockSetting(environment: ["VSASIM_CLOCK": wrong])
            }
            #expect(error.lines == ["VSASIM_CLOCK: \(accepted); found \"\(wrong)\""])
        }
        try withFile("offset:-1.5\n") { path in
            let setting = try ClockSetting(environment: ["VSASIM_CLOCK": " \(path) "])
            #expect(setting == .offset(milliseconds: -1_500))
        }
        try withFile("later\n") { path in
            let error = try #require(throws: ConfigurationMistakes.self) {
                try ClockSetting(environment: ["VSASIM_CLOCK": path])
            }
            #expect(error.lines == ["VSASIM_CLOCK (\(path)): \(accepted); found \"later\""])
            // A pipe without a writer has no content.
            #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
            let empty = try #require(throws: ConfigurationMistakes.self) {
                try ClockSetting(environment: ["VSASIM_CLOCK": path])
            }
            #expect(empty.lines == ["VSASIM_CLOCK (\(path)): \(accepted); found \"\""])
        }
    }

    @Test("by default every setting has its default")
    func defaults() throws {
        let configuration = try ServiceConfiguration(options: [:], file: nil, environment: ["HOME": "/home/somebody"])
        #expect(configuration.file == nil)
        #expect(configuration.listen == ListenAddress("127.0.0.1:0"))
        #expect(configuration.stateFolder == "/home/somebody/.local/state/vsasim")
        #expect(configuration.logLevel == .notice && configuration.logFormat == .text)
        #expect(configuration.tlsFiles == nil)
        #expect(configuration.options == ServiceOptions())
        for setting in Setting.allCases where setting != .state {
            #expect(configuration[setting] == .init(text: setting.standard, source: .standard))
        }
    }

    @Test(
        "only addresses of this machine are loopback addresses, not names that begin like one",
        arguments: [
            ("127.0.0.1:0", true), ("127.9.9.9:80", true), ("localhost:80", true), ("LOCALHOST:80", true), ("[::1]:0", true),
            ("127.example.com:80", false), ("0.0.0.0:0", false), ("[::]:0", false), ("[fd00::1]:0", false), ("tv.local:1", false),
        ])
    func loopback(text: String, isLoopback: Bool) throws {
        #expect(try #require(ListenAddress(text)).isLoopback == isLoopback)
    }

    @Test("the defaults are of their kind, all names are distinct, and secrets have no option")
    func settings() {
        for setting in Setting.allCases {
            if let standard = setting.standard { #expect(setting.kind.accepts(standard), "\(setting)") }
            #expect(!setting.summary.isEmpty && (setting.option == nil) == setting.isSecret)
        }
        #expect(Setting.adminTokenFile.variable == "VSASIM_ENTITLEMENTD_ADMIN_TOKEN_FILE")
        #expect(Set(Setting.allCases.map(\.variable)).count == Setting.allCases.count)
    }

    @Test("a database's password is neither shown nor accepted in a file that others can read")
    func databasePassword() throws {
        for target in [
            "postgresql://u:s3cret@h/d", "host=h password = 's3cret x' user=u", "postgres://h/d?password=s3cret",
            "postgresql://u:1/s3cret@h:5432/d", "postgresql://u:x/s3cret@h/d", "postgresql://u:x@s3cret@h/d?a=@",
            "postgresql://u:1?s3cret@h/d", "postgresql://u:x?s3cret/y@h/d", "postgresql://u:1/s3cret?y@h/d",
            "postgresql://u:x@y?s3cret/z@h/d", "postgresql://u:x@y/z?s3cret@h:5432/d?a=@", "postgresql://u:x?a=s3cret@h/d",
        ] {
            let configuration = try ServiceConfiguration(options: [.database: target], file: nil, environment: [:])
            #expect(configuration[.database].text == target)
            #expect(configuration.report.contains("********") && !configuration.report.contains("s3cret"))
            #expect(!configuration.document.serialized.contains("s3cret"))
            #expect(
                try mistakes("database: \"\(target)\"\n", mode: 0o644)
                    == ["FILE:1: others can read this file, which holds database: chmod 600"])
        }
        for target in [
            "postgresql://h:5432/d?application_name=a@b", "postgresql://h:5432,i:5433/d?application_name=a@b",
            "postgresql://[::1]:5432/d?application_name=a@b", "postgresql://u@[::1]:5432,h:5433/d", "host=h user=u@v",
        ] {
            #expect(ServiceConfiguration.masked(target) == target)
        }
        let wrong = try mistakes(environment: ["VSASIM_ENTITLEMENTD_DATABASE": "mysql://u:s3cret@h"])
        #expect(wrong.count == 1 && wrong[0].contains("postgresql://") && !wrong[0].contains("s3cret"))
        for schema in ["", "1a", "A", "pg_a", "a-b", String(repeating: "a", count: 64)] {
            #expect(!SettingKind.schema.accepts(schema), "\(schema)")
        }
        #expect(SettingKind.schema.accepted.contains("not beginning with a digit or pg_"))
        #expect(SettingKind.schema.accepts("tv_1") && SettingKind.database.accepts("service=tv"))
    }

    @Test("file, environment and command line, each with precedence over the one before")
    func strength() throws {
        try withFile("log-level: debug\nlog-format: json\nbody-limit: 2048\n") { path in
            let configuration = try ServiceConfiguration(
                options: [.bodyLimit: "8192"], file: path,
                environment: ["VSASIM_ENTITLEMENTD_LOG_FORMAT": "text", "VSASIM_ENTITLEMENTD_BODY_LIMIT": "4096", "HOME": "/h"])
            #expect(configuration[.logLevel] == .init(text: "debug", source: .file(path: path, line: 1)))
            #expect(
                configuration[.logFormat]
                    == .init(text: "text", source: .environment(variable: "VSASIM_ENTITLEMENTD_LOG_FORMAT")))
            #expect(configuration[.bodyLimit] == .init(text: "8192", source: .option("--body-limit")))
            #expect(configuration.options.bodyLimit == 8_192)
        }
    }

    @Test("every kind of value, in YAML and in JSON")
    func values() throws {
        let yaml = """
            # A comment.
            listen: "[::1]:8443"
            state: ~/state
            world: world.json   # beside this file
            throttling: on
            public-url: HTTPS://TV.example/
            trusted-proxy: [10.0.0.0/8, "::1"]
            allowed-host: TV.local
            dashboard-protection: always
            connection-limit: 17
            idle-timeout: 5m
            retention: 2d
            """
        let json = """
            {
            \t"listen": "[::1]:8443", "state": "~/state", "world": "world.json", "throttling": true,
            \t"public-url": "https://tv.example", "trusted-proxy": "10.0.0.0/8, ::1", "allowed-host": ["tv.local"],
            \t"dashboard-protection": "always", "connection-limit": 17, "idle-timeout": "5m", "retention": "2d"
            }
            """
        for text in [yaml, json] {
            try withFile(text) { path in
                let configuration = try ServiceConfiguration(options: [:], file: path, environment: ["HOME": "/home/somebody"])
                #expect(configuration.listen == ListenAddress("[::1]:8443"))
                #expect(configuration.stateFolder == "/home/somebody/state" && configuration.retention == 172_800_000)
                #expect(configuration[.world].text == path.replacing("entitlementd.yaml", with: "world.json"))
                var expected = ServiceOptions()
                expected.throttles = true
                expected.publicURL = "https://tv.example"
                expected.trustedProxies = ["10.0.0.0/8", "::1"].compactMap { AddressRange($0) }
                expected.allowedHosts = ["tv.local"]
                expected.connectionLimit = 17
                expected.idleSeconds = 300
                #expect(configuration.options == expected)
            }
        }
    }

    @Test("the user's own file is read if it exists, another if it is named")
    func places() throws {
        try withFile("log-level: error\n") { path in
            let home = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let none = try ServiceConfiguration(options: [:], file: nil, environment: ["XDG_CONFIG_HOME": home])
            #expect(none.file == nil)
            try FileManager.default.createDirectory(atPath: home + "/vsasim", withIntermediateDirectories: false)
            try FileManager.default.moveItem(atPath: path, toPath: home + "/vsasim/entitlementd.yaml")
            let own = try ServiceConfiguration(options: [:], file: nil, environment: ["XDG_CONFIG_HOME": home])
            #expect(own.file == home + "/vsasim/entitlementd.yaml" && own.logLevel == .error)
            let named = try ServiceConfiguration(
                options: [:], file: nil,
                environment: ["XDG_CONFIG_HOME": "/nowhere", ServiceConfiguration.fileVariable: own.file ?? ""])
            #expect(named.logLevel == .error)
        }
    }

    @Test("of a value that only needs quotation marks, or none, the mistake says so")
    func quotationMarks() throws {
        let name = SettingKind.name.accepted
        #expect(
            try mistakes("instance: 8001\nbody-limit: \"4096\"\nworld: yes\ndatabase-schema: 12\n") == [
                "FILE:1: instance takes \(name); found \"8001\": put it in quotation marks",
                "FILE:2: body-limit takes a whole number from 1024 to 16777216; found \"4096\": remove the quotation marks",
                "FILE:3: world takes the path of a file or folder; found \"yes\": put it in quotation marks",
                "FILE:4: database-schema takes \(SettingKind.schema.accepted); found \"12\"",
            ])
    }

    @Test("all mistakes of a file are reported at once, with line, key, nearest key and what is accepted")
    func mistakesOfAFile() throws {
        let lines = try mistakes(
            """
            lisen: 127.0.0.1:1
            log-level: loud
            body-limit: many
            state: [a, b]
            world:
            throttling: 3
            idle-timeout: 90
            zzzzzzzzzzzz: 1
            connection-limit: {a: 1}
            journal-limit: -1
            """)
        #expect(
            lines.map { String($0.prefix(52)) } == [
                "FILE:1: \"lisen\" is not a setting; did you mean liste",
                "FILE:2: log-level takes trace, debug, info, notice, ",
                "FILE:3: body-limit takes a whole number from 1024 to",
                "FILE:4: state takes the path of a file or folder; fo",
                "FILE:5: world takes the path of a file or folder; fo",
                "FILE:6: throttling takes on or off; found \"3\"",
                "FILE:7: idle-timeout takes a time from 1s to 86400s:",
                "FILE:8: \"zzzzzzzzzzzz\" is not a setting; accepted: l",
                "FILE:9: connection-limit takes a whole number from 1",
                "FILE:10: journal-limit takes a whole number from 0 t",
            ])
        #expect(lines[2].hasSuffix("found \"many\"") && lines[8].hasSuffix("found a mapping"))
    }

    @Test(
        "what is not a mapping of settings is rejected with its line",
        arguments: [
            ("- listen\n", "FILE:1: expected settings"), ("just text\n", "FILE:1: expected settings"),
            ("listen: a:1\n---\nstate: b\n", "FILE:3: only one document"),
            ("log-level: info\nlog-level: debug\n", #"FILE:2: the key "log-level" is repeated"#),
            ("state: \"open\n", "FILE:2: neither YAML nor JSON"), ("state: a\n\tworld: b\n", "FILE:2: neither YAML nor JSON"),
            (String(repeating: "[", count: 50_000), "FILE:1: is nested more than 32 levels deep"),
            (String(repeating: "#", count: 70_000), "FILE: is larger than 65536 bytes"),
            ("? [a]\n: b\n", "FILE:1: has a key that is not a string"),
            ("state: &a x\nworld: *b\n", "FILE:2: neither YAML nor JSON"),
            ("state: [" + String(repeating: "*a,", count: 25) + "]\n", "FILE:1: has more than 24 aliases (*name)"),
        ])
    func brokenFiles(_ text: String, _ expected: String) throws {
        let lines = try mistakes(text)
        #expect(lines.count == 1 && lines[0].hasPrefix(expected), "\(lines)")
    }

    @Test("an empty file and one of comments set nothing")
    func emptyFiles() throws {
        for text in ["", "# *Nothing* is set.\n", "---\n", "{}\n"] {
            try withFile(text) { path in
                let configuration = try ServiceConfiguration(options: [:], file: path, environment: [:])
                #expect(configuration.options == ServiceOptions())
            }
        }
    }

    @Test("the environment's mistakes are reported with the file's")
    func mistakesOfTheEnvironment() throws {
        let lines = try mistakes(
            "listen: 5\n",
            environment: [
                "VSASIM_ENTITLEMENTD_LISTE": "x", "VSASIM_ENTITLEMENTD_THROTTLING": "perhaps", "VSASIM_ENTITLEMENTD_WORLD": "",
            ])
        #expect(
            lines == [
                "FILE:1: listen takes HOST:PORT with a port from 0 to 65535, such as 127.0.0.1:8080 or [::1]:0; found \"5\"",
                "VSASIM_ENTITLEMENTD_LISTE: no such setting; did you mean VSASIM_ENTITLEMENTD_LISTEN?",
                "VSASIM_ENTITLEMENTD_THROTTLING: throttling takes on or off; found \"perhaps\"",
            ])
    }

    @Test("a missing file, a folder, not UTF-8")
    func unreadable() throws {
        let missing = try #require(throws: ConfigurationMistakes.self) {
            try ServiceConfiguration(options: [:], file: "/nowhere/x.yaml", environment: [:])
        }
        #expect(missing.lines == ["/nowhere/x.yaml: No such file or directory"])
        let folder = try #require(throws: ConfigurationMistakes.self) {
            try ServiceConfiguration(options: [:], file: "/tmp", environment: [:])
        }
        #expect(folder.lines == ["/tmp: is a folder"])
    }

    @Test("a token: masked when shown, never in plain text, one source only")
    func token() throws {
        let secret = "a-secret-of-the-tests"
        try withFile("admin-token: \(secret)\n") { path in
            let configuration = try ServiceConfiguration(options: [:], file: path, environment: [:])
            #expect(configuration[.adminToken].text == secret)
            for text in [configuration.report, configuration.document.serialized] {
                #expect(!text.contains(secret) && text.contains("********"))
            }
            let stronger = try ServiceConfiguration(options: [.adminTokenFile: "/f"], file: path, environment: [:])
            #expect(stronger[.adminToken].text == nil && stronger[.adminTokenFile].text == "/f")
        }
        #expect(try mistakes("admin-token: \(secret)\n", mode: 0o644).first?.contains("chmod 600") == true)
        #expect(
            try mistakes("admin-token: short\n") == [
                "FILE:1: admin-token takes at least 16 printable ASCII characters without blanks; found another text"
            ])
        #expect(
            try mistakes("admin-token: \(secret)\nadmin-token-file: f\n") == [
                "FILE:1: admin-token and admin-token-file (FILE:2) cannot both be set"
            ])
    }

    @Test("a public URL, proxies and hosts are read strictly, each mistake with what is accepted")
    func addresses() throws {
        let wrong = [
            ("public-url", ["tv.example", "ftp://tv.example", "https://", "https:///", "https://u@tv.example", "//tv.example"]),
            ("public-url", ["https://tv.example/tv", "https://tv.example//", "https://tv.example?a", "https://tv.example#a"]),
            ("public-url", ["https://tv.example:0", "https://tv.example:65536", "https://tv example", "https://[::1]x"]),
            ("trusted-proxy", ["proxy.example", "10.0.0.0/33", "10.0.0/8", "10.0.0.0/", "::1/129"]),
            ("trusted-proxy", ["[10.0.0.1, x]", "[]", "[[]]"]),
            ("allowed-host", ["tv.example:80", "http://tv.example", "a,,b", "::1", "[a, 1]", "[tv.example, {}]"]),
        ]
        for (name, values) in wrong {
            for value in values {
                let isList = value.hasPrefix("[")
                let lines = try mistakes(isList ? "\(name): \(value)\n" : "\(name): \"\(value)\"\n")
                #expect(lines.count == 1 && lines[0].hasPrefix("FILE:1: \(name) takes "), "\(value): \(lines)")
                if !isList { #expect(lines[0].hasSuffix("found \"\(value)\""), "\(lines)") }
            }
        }
        let lines = try mistakes("public-url: https://tv.example/tv\n")
        #expect(lines[0].contains("no user, path, query or fragment"), "\(lines)")
        let variable = try mistakes(environment: ["VSASIM_ENTITLEMENTD_TRUSTED_PROXY": "127.0.0.1,proxy"])
        #expect(variable.count == 1 && variable[0].contains("an IP address or ADDRESS/BITS"), "\(variable)")
    }

    @Test("TLS needs both files")
    func tls() throws {
        #expect(try mistakes("tls-key: k\n") == ["FILE:1: tls-key needs tls-certificate as well"])
        #expect(
            try mistakes(environment: ["VSASIM_ENTITLEMENTD_TLS_CERTIFICATE": "c"]) == [
                "VSASIM_ENTITLEMENTD_TLS_CERTIFICATE: tls-certificate needs tls-key as well"
            ])
    }

    @Test("the effective values are shown with their sources, as text and as JSON")
    func report() throws {
        try withFile("\nlog-level: debug\n") { path in
            let configuration = try ServiceConfiguration(
                options: [.listen: "127.0.0.1:1"], file: path, environment: ["VSASIM_STATE_DIR": "/s"])
            let lines = configuration.report.split(separator: "\n").map { line in
                line.split(separator: " ").map(String.init)
            }
            #expect(lines[0] == ["configuration", "file:", path])
            #expect(lines.contains(["listen", "127.0.0.1:1", "--listen"]))
            #expect(lines.contains(["state", "/s", "VSASIM_STATE_DIR"]))
            #expect(lines.contains(["log-level", "debug", "\(path):2"]))
            #expect(lines.contains(["world", "-", "default"]))
            #expect(lines.count == Setting.allCases.count + 2)
            let document = try JSON(parsing: configuration.document.serialized.utf8)
            let level = document["settings"]?["log-level"]
            #expect(document["schema"] == .integer(1) && document["file"]?.text == path)
            #expect(level?["value"]?.text == "debug" && level?["source"]?.text == "file")
            #expect(level?["place"]?.text == "\(path):2")
        }
    }

    @Test("the example file contains every setting with its default")
    func example() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/entitlementd.yaml"), encoding: .utf8)
        // Unchanged, it does not set anything.
        try withFile(text) { path in
            let configuration = try ServiceConfiguration(options: [:], file: path, environment: [:])
            #expect(Setting.allCases.allSatisfy { configuration[$0].source == .standard })
        }
        let settings = text.split(separator: "\n").filter { $0.hasPrefix("#") && $0.dropFirst().first?.isLetter == true }
        #expect(
            settings.map { String($0.dropFirst().prefix { $0 != ":" }) }.sorted() == Setting.allCases.map(\.rawValue).sorted())
        for setting in Setting.allCases {
            guard let standard = setting.standard else { continue }
            #expect(settings.contains { $0 == "#\(setting.rawValue): \(standard)" }, "\(setting.rawValue): \(standard)")
        }
    }
}
