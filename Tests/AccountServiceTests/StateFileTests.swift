import AccountCore
import DBus
import Foundation
import ProjectTesting
import SAML
import TVWorld
import Testing

@testable import AccountService

@Suite("State on the disk", .timeLimit(.minutes(5)))
struct StateFileTests {
    /// A folder that is removed afterwards.
    private func withFolder(_ operation: (String) async throws -> Void) async throws {
        try await Workspace.with { workspace in
            try await operation(try #require(workspace.environment["HOME"]) + "/deep/state")
        }
    }

    private func open(_ path: String) async throws -> (StateFolder, DeviceStore) {
        let folder = try StateFolder(path: path)
        return (folder, try await open(folder))
    }

    @discardableResult
    private func open(_ folder: StateFolder) async throws -> DeviceStore {
        try await DeviceStore.open(folder, world: .builtIn, clock: .over(ManualClock()), monitors: .silent)
    }

    @Test("Everything that was acknowledged is kept after a restart")
    func reload() async throws {
        try await withFolder { path in
            let player = try ApplicationID("com.example.player")
            let (folder, store) = try await open(path)
            _ = try await store.perform(.applicationSeen(player, .registered, usageDescription: "Why", name: "Player"))
            _ = try await store.perform(.accessSet(player, .granted))
            _ = try await store.perform(.accessSet(ApplicationID("set"), .denied, name: "Set"))
            _ = try await store.perform(
                .signedIn(provider: "alpha.example", subscriber: "bob", lifetime: 5, now: 100, seed: [1, 2]))
            _ = try await store.perform(.regionSet(Region("CA")))
            _ = try await store.perform(
                .serviceTrusted(ServiceTrust(entityID: "e", assertionConsumerServiceURL: "c", metadata: "m")))
            var settings = DeveloperSettings()
            try settings.set(.setTopBoxProvider, to: .text("box"))
            try settings.set(.cacheBuster, to: .flag(true))
            var account = UserAccount()
            account.tierIdentifiers = []
            _ = try await store.perform([
                .developer(.settingChanged(.setTopBoxProvider, .text("box"))),
                .developer(.settingChanged(.cacheBuster, .flag(true))),
                .developer(
                    .providerAdded(
                        DeveloperProvider(
                            id: "t.example", name: "T", authenticationURL: "https://t/", authenticationSchemes: [.api, .saml],
                            requiresSystemTrust: true))), .userAccount(.updated(account), of: player),
                .userAccount(.autoSignInDecided(.denied, context: "c"), of: ApplicationID("b")),
            ])
            #expect(store.device.state.developer.settings == settings)
            let before = store.device.state
            await store.close()
            folder.release()
            let (_, again) = try await open(path)
            #expect(again.device.state == before)
            #expect(again.journal.lastSequence == store.journal.lastSequence)
        }
    }

    @Test("Folders are created for their owner only")
    func modes() async throws {
        try await withFolder { path in
            let (folder, store) = try await open(path)
            let keys = ProviderKeyRing(
                ProviderKeys(folder: folder.keyFolder, pool: nil, isSynced: true), clock: ManualClock(), journal: store.journal)
            _ = try await keys.metadata(of: World.builtIn.providers[0])
            func mode(_ name: String) throws -> Int {
                let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
                return try #require(attributes[.posixPermissions] as? Int)
            }
            #expect(try mode("") == 0o700)
            #expect(try mode("/vsad-keys") == 0o700)
            #expect(try mode("/vsad-keys/alpha.example.pem") == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/vsad-keys").count == 1)
        }
    }

    @Test("A second holder of the folder is rejected")
    func lock() async throws {
        try await withFolder { path in
            let folder = try StateFolder(path: path)
            let error = #expect(throws: StoreError.self) { try StateFolder(path: path) }
            #expect(error?.kind == .inUse)
            folder.release()
            _ = try StateFolder(path: path)
        }
    }

    @Test(
        "A damaged file is an error that says what to do, and is not changed",
        arguments: [
            String(repeating: "this is no database ", count: 10),
            "SQLite format 3\0" + String(repeating: "and then nonsense ", count: 10),
        ])
    func damaged(content: String) async throws {
        try await withFolder { path in
            let folder = try StateFolder(path: path)
            try content.write(toFile: path + "/vsad.sqlite", atomically: true, encoding: .utf8)
            let error = await #expect(throws: StoreError.self) { try await open(folder) }
            #expect(error?.kind == .damaged)
            #expect(error?.description.contains("mv \(path)/vsad.sqlite") == true)
            #expect(try String(contentsOfFile: path + "/vsad.sqlite", encoding: .utf8) == content)
        }
    }

    @Test(
        "An impossible value is damage",
        arguments: [
            "UPDATE application SET access = 'perhaps'", "UPDATE application SET id = 'a b'",
            "UPDATE application SET number = 9223372036854775807",
            "UPDATE journal SET sequence = 9223372036854775807 WHERE sequence = 1",
            "INSERT OR REPLACE INTO setting VALUES ('region', 'nowhere')",
            "INSERT INTO setting VALUES ('scenario', '{}')", "INSERT INTO setting VALUES ('account', 'alice')",
            #"INSERT INTO setting VALUES ('account', '{"provider":"p","subscriber":"s","signed-in-at":"now"}')"#,
            #"INSERT INTO setting VALUES ('developer', '{"settings":{"nonsense":true}}')"#,
            #"INSERT INTO setting VALUES ('developer', '{"settings":{"cache-buster":"perhaps"}}')"#,
            #"INSERT INTO setting VALUES ('developer', '{"providers":[\#(developerProvider("x", "OAuth"))]}')"#,
            #"INSERT INTO setting VALUES ('developer', '{"providers":[\#(developerProvider("", "SAML"))]}')"#,
            #"INSERT INTO user_account VALUES ('a b', '{"id":"a b","authorization":"granted"}')"#,
            #"INSERT INTO user_account VALUES ('a', '{"id":"a","authorization":"perhaps"}')"#,
            #"INSERT INTO user_account VALUES ('a', '{"id":"a","account":{"paid":7}}')"#,
        ])
    func nonsense(sql: String) async throws {
        try await withFolder { path in
            let (folder, store) = try await open(path)
            _ = try await store.perform(.accessSet(ApplicationID("a"), .granted))
            await store.close()
            try Database(path: path + "/vsad.sqlite").execute(sql)
            let error = await #expect(throws: StoreError.self) { try await open(folder) }
            #expect(error?.kind == .damaged)
            #expect(error?.description.contains("JSONError") == false)
        }
    }

    @Test("Layout 6 has these tables and columns: other ones need another number")
    func layout() async throws {
        try await withFolder { path in
            let (_, store) = try await open(path)
            await store.close()
            let file = try Database(path: path + "/vsad.sqlite")
            var statements: [String] = []
            try file.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid") { row in
                statements.append((row.text(0) ?? "").split { $0.isWhitespace }.joined(separator: " "))
            }
            #expect(
                statements == [
                    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
                    "CREATE TABLE application ( id TEXT PRIMARY KEY, access TEXT NOT NULL, identification TEXT, "
                        + "usage_description TEXT, number INTEGER NOT NULL, name TEXT) WITHOUT ROWID",
                    "CREATE TABLE user_account (application TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID",
                    "CREATE TABLE journal ( sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, event TEXT NOT NULL, "
                        + "application TEXT, identification TEXT, details TEXT NOT NULL, machine_time INTEGER NOT NULL, "
                        + "correlation TEXT NOT NULL)",
                ])
            #expect(StateFile.layout == 6)
        }
    }

    @Test(
        "A file of another layout or of another program is refused with what to do, and is not changed",
        arguments: [
            (statements(ofLayout: 5), "has layout 5"), (statements(ofLayout: 99), "has layout 99"),
            ("PRAGMA user_version = 5; CREATE TABLE application (id TEXT)", "is not a state file of vsad, or is an older one"),
            ("PRAGMA user_version = 6", "is not a state file of vsad, or is an older one"),
            ("CREATE TABLE recipe (name TEXT)", "is not a state file of vsad, or is an older one"),
        ])
    func otherLayout(sql: String, problem: String) async throws {
        try await withFolder { path in
            let folder = try StateFolder(path: path)
            let file = path + "/vsad.sqlite"
            try Database(path: file).execute(sql)
            let content = try #require(FileManager.default.contents(atPath: file))
            let error = await #expect(throws: StoreError.self) { try await open(folder) }
            #expect(error?.kind == .otherLayout)
            #expect(error?.description.hasPrefix("\(file) \(problem); this version reads layout 6. Nothing was changed.") == true)
            #expect(error?.description.hasSuffix("mv \(file) \(file).other") == true)
            #expect(FileManager.default.contents(atPath: file) == content)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["vsad.lock", "vsad.sqlite"])
        }
    }

    @Test(
        "A file of another layout or program is not changed if a crash left a write-ahead log behind",
        arguments: [statements(ofLayout: 5), "CREATE TABLE recipe (name TEXT)"])
    func otherLayoutWithLog(sql: String) async throws {
        try await withFolder { path in
            let folder = try StateFolder(path: path)
            let other = try Database(path: path + "/other.sqlite")
            try other.execute("PRAGMA journal_mode = WAL; \(sql)")
            // As after a crash: what was written is in the log only.
            try copyFiles(["", "-wal"], of: path + "/other.sqlite", to: path + "/vsad.sqlite")
            let files = ["", "-wal"].map { path + "/vsad.sqlite" + $0 }
            let contents = files.map { FileManager.default.contents(atPath: $0) }
            let error = await #expect(throws: StoreError.self) { try await open(folder) }
            #expect(error?.kind == .otherLayout)
            #expect(files.map { FileManager.default.contents(atPath: $0) } == contents)
            withExtendedLifetime(other) {}
        }
    }

    @Test("A transaction that a crash interrupted, before the file had a write-ahead log, is rolled back")
    func interruptedTransaction() async throws {
        try await withFolder { path in
            let (_, store) = try await open(path)
            _ = try await store.perform(.accessSet(ApplicationID("a"), .granted))
            await store.close()
            let other = try Database(path: path + "/vsad.sqlite")
            // More than the cache holds, so that the file has a part of it.
            try other.execute(
                """
                PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1;
                BEGIN IMMEDIATE;
                INSERT INTO setting
                    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
                    SELECT 'name' || n, 'value' FROM numbers;
                """)
            let folder = try StateFolder(path: path + "/copy")
            try copyFiles(["", "-journal"], of: path + "/vsad.sqlite", to: path + "/copy/vsad.sqlite")
            try other.execute("ROLLBACK")
            folder.release()
            #expect(try await open(path + "/copy").1.device.state == store.device.state)
        }
    }

    private func copyFiles(_ suffixes: [String], of source: String, to target: String) throws {
        for suffix in suffixes { try FileManager.default.copyItem(atPath: source + suffix, toPath: target + suffix) }
    }

    @Test("A file that cannot be opened is an error that says what to do, and its handle is released once")
    func unopenable() throws {
        for path in ["/nonexistent/vsad.sqlite", "/"] {
            let error = #expect(throws: StoreError.self) { try Database(path: path) }
            #expect(error?.kind == .disk)
            #expect(error?.description.contains("could not be opened for writing") == true)
        }
    }

    @Test("Events of one transaction: all or none, in memory and on the disk")
    func transaction() async throws {
        try await withFolder { path in
            let (folder, store) = try await open(path)
            let before = store.device.state
            await #expect(throws: Refusal.self) {
                _ = try await store.perform([
                    .developer(.settingChanged(.cacheBuster, .flag(true))), .regionSet(Region("CA")),
                    .accountExpired(now: 0),
                ])
            }
            #expect(store.device.state == before)
            await store.close()
            folder.release()
            #expect(try await open(path).1.device.state == before)
        }
    }

    @Test("A full disk: the write fails with that reason, memory stays equal to the file, reads continue")
    func fullDisk() async throws {
        try await TestDevice.with(maximumPages: 14) { device in
            let app = try await device.app()
            var stored = 0
            var failure: RemoteError?
            while failure == nil, stored < 10_000 {
                do {
                    try await device.control.call("SetAccessStatus", "com.example.app\(stored)", "granted")
                    stored += 1
                } catch { failure = error as? RemoteError }
            }
            let error = try #require(failure)
            #expect(error.name == "org.freedesktop.DBus.Error.IOError")
            #expect(error.message.contains("full"))
            #expect(error.message.contains("nothing was changed"))
            #expect(try await app.accessStatus() == "not-determined")
            let listed = try await device.control.call("ListApplications").decode(as: [VariantDictionary].self)
            #expect(listed.count == stored + 1)
            let again = try await device.restarted()
            #expect(try await again.control.call("ListApplications").decode(as: [VariantDictionary].self).count == stored + 1)
        }
    }

    @Test("Processes that race for a key get the same one")
    func keyRace() async throws {
        try await withFolder { path in
            _ = try StateFolder(path: path)
            let keys = ProviderKeys(folder: path + "/vsad-keys")
            let made = try await withThrowingTaskGroup(of: (String, Bool).self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let (key, isNew) = try keys.key(of: "alpha.example", now: 1_767_225_600)
                        return (try key.pem, isNew)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(made.map(\.0)).count == 1)
            #expect(made.filter(\.1).count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/vsad-keys") == ["alpha.example.pem"])
        }
    }

    @Test("A damaged key is an error that names the file; it is not replaced")
    func damagedKey() async throws {
        try await withFolder { path in
            _ = try StateFolder(path: path)
            try StateFolder.makeFolder(path + "/vsad-keys")
            let key = path + "/vsad-keys/alpha.example.pem"
            try "nonsense".write(toFile: key, atomically: true, encoding: .utf8)
            #expect(chmod(key, 0o600) == 0)
            let error = #expect(throws: StoreError.self) {
                try ProviderKeys(folder: path + "/vsad-keys").key(of: "alpha.example", now: 0)
            }
            #expect(error?.description.contains("\(key) contains no usable key") == true)
            #expect(try String(contentsOfFile: key, encoding: .utf8) == "nonsense")
        }
    }

    @Test("A key that is a folder, a link or a pipe is an error that names it and says what to do", arguments: ["d", "l", "p"])
    func strangeKey(_ kind: String) async throws {
        try await withFolder { path in
            _ = try StateFolder(path: path)
            try StateFolder.makeFolder(path + "/vsad-keys")
            let key = path + "/vsad-keys/alpha.example.pem"
            switch kind {
            case "d": #expect(mkdir(key, 0o700) == 0)
            case "l": #expect(symlink("/dev/null", key) == 0)
            default: #expect(mkfifo(key, 0o600) == 0)
            }
            let error = #expect(throws: StoreError.self) {
                try ProviderKeys(folder: path + "/vsad-keys").key(of: "alpha.example", now: 0)
            }
            #expect(error?.description.contains("\(key) is not a regular file. Move it away") == true)
        }
    }

    @Test(
        "C9: a key that others can read or write is an error that names it and says what to do; it stays as it is",
        arguments: [0o640, 0o604, 0o620] as [mode_t])
    func openKey(mode: mode_t) async throws {
        try await withFolder { path in
            _ = try StateFolder(path: path)
            let keys = ProviderKeys(folder: path + "/vsad-keys")
            let made = try keys.key(of: "alpha.example", now: 1_767_225_600).key
            let key = path + "/vsad-keys/alpha.example.pem"
            #expect(chmod(key, mode) == 0)
            let error = #expect(throws: StoreError.self) { try keys.key(of: "alpha.example", now: 1_767_225_600) }
            #expect(error?.description.contains("\(key) is open to others. Move it away") == true)
            #expect(error?.description.hasSuffix("chmod 600 \(key)") == true)
            #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == Int(mode))
            #expect(chmod(key, 0o600) == 0)
            #expect(try keys.key(of: "alpha.example", now: 1_767_225_600).key.pem == made.pem)
        }
    }

    @Test("Identifiers cannot escape from the folder", arguments: ["../x", "/etc/passwd", "..", "a/b", ".hidden", ""])
    func fileNames(id: String) {
        let name = ProviderKeys.fileName(of: id)
        #expect(!name.contains("/"))
        #expect(!name.hasPrefix("."))
        #expect(!name.isEmpty)
    }

    @Test("Details of the journal survive the file")
    func details() {
        let details = [
            JournalDetail("a", "text = with \u{1F} signs"), JournalDetail("b", .number(-5)), JournalDetail("c", .flag(true)),
            JournalDetail("d", .flag(false)), JournalDetail("e", ""), JournalDetail("f", "\u{1E}\"\\\n🙂"),
            JournalDetail("g", .number(.min)), JournalDetail("h", .number(.max)),
        ]
        #expect(JournalDetailText.decode(JournalDetailText.encode(details)) == details)
    }
}

extension JournalMonitors {
    /// No receiver for the message.
    static var silent: JournalMonitors { JournalMonitors(bus: WeakConnection()) }
}

private func developerProvider(_ id: String, _ scheme: String) -> String {
    #"{"id":"\#(id)","name":"X","authentication-url":"https://x/","schemes":["\#(scheme)"]}"#
}

private func statements(ofLayout number: Int) -> String {
    "PRAGMA application_id = \(StateFile.applicationID); PRAGMA user_version = \(number); CREATE TABLE setting (name TEXT)"
}
