import FoundationEssentials
import Glibc
import PrivateSession
import Testing

@testable import VSAControl

@Suite("a private session")
struct SessionTests {
    private let places = SessionPlaces(folder: "/tmp/vsasim-x", instance: nil)

    @Test("the environment inside: private folders, programs first, nothing of a session outside")
    func environment() {
        let outer = [
            "PATH": "/usr/bin", "HOME": "/home/me", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/outer", "VSASIM_STATE_DIR": "/outer",
            "VSASIM_SERVICE_URL": "http://outer", "VSASIM_ADMIN_TOKEN": "outer", "VSASIM_SESSION": "/outer",
            "XDG_STATE_HOME": "/outer",
            "VSASIM_CLOCK": "offset:60", "VSASIM_SYNC": "off", "DBUS_STARTER_BUS_TYPE": "session",
        ]
        let inner = SessionEnvironment(outer: outer, places: places, programs: "/opt/vsasim/bin").variables
        #expect(
            inner == [
                "PATH": "/opt/vsasim/bin:/usr/bin", "HOME": "/home/me", "VSASIM_CLOCK": "offset:60",
                "XDG_STATE_HOME": "/tmp/vsasim-x/state", "XDG_CONFIG_HOME": "/tmp/vsasim-x/config",
                "XDG_RUNTIME_DIR": "/tmp/vsasim-x/runtime", "VSASIM_JOURNAL": "/tmp/vsasim-x/journal.jsonl",
            ])
    }

    @Test("the clock is the caller's or that of its file; only a missing file means real time, one without a setting is rejected")
    func clock() throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        let set = try folder.write("frozen:12\n", to: "set")
        let empty = try folder.write("", to: "empty")
        for (value, expected) in [
            ("", "real"), (" ", "real"), (" offset:5 ", "offset:5"), (set, "frozen:12"), ("\(folder.path)/missing", "real"),
            (empty, empty), (folder.path, folder.path),
        ] {
            #expect(SessionEnvironment.clock(["VSASIM_CLOCK": value]) == expected)
        }
    }

    @Test("the folder of the programs is in PATH once, also without a PATH outside")
    func path() {
        let again = SessionEnvironment(outer: ["PATH": "/opt/bin:/bin"], places: places, programs: "/opt/bin").variables
        #expect(again["PATH"] == "/opt/bin:/bin")
        let none = SessionEnvironment(outer: [:], places: places, programs: "/opt/bin").variables
        #expect(none["PATH"] == "/opt/bin:/usr/local/bin:/usr/bin:/bin")
    }

    @Test("a proxy outside is not used for the session's service; without a proxy nothing is added")
    func proxies() {
        let own = "127.0.0.1,localhost,::1"
        for (outer, expected) in [
            (["HTTP_PROXY": "http://proxy:3128"], own),
            (["all_proxy": "socks5://proxy", "NO_PROXY": "a.example"], "a.example,\(own)"),
            (["https_proxy": "http://proxy:3128", "no_proxy": "b.example", "NO_PROXY": "a.example"], "b.example,\(own)"),
        ] {
            let inner = SessionEnvironment(outer: outer, places: places, programs: "/bin").variables
            #expect(inner["no_proxy"] == expected && inner["NO_PROXY"] == expected)
        }
        let none = SessionEnvironment(outer: ["http_proxy": ""], places: places, programs: "/bin").variables
        #expect(none["no_proxy"] == nil && none["NO_PROXY"] == nil)
    }

    @Test("a Wayland display stays reachable from the private runtime folder")
    func wayland() {
        let outer = ["WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1000"]
        let inner = SessionEnvironment(outer: outer, places: places, programs: "/bin").variables
        #expect(inner["WAYLAND_DISPLAY"] == "/run/user/1000/wayland-0")
    }

    @Test("a named instance keeps state and configuration outside of the session's folder")
    func instancePlaces() {
        let lasting = SessionPlaces(folder: "/tmp/vsasim-x", instance: "/home/me/demo")
        #expect(lasting.state == "/home/me/demo/state")
        #expect(lasting.config == "/home/me/demo/config")
        #expect(lasting.runtime == "/tmp/vsasim-x/runtime")
    }

    @Test("a relative key pool is one of the working directory, for other processes, too")
    func relativeKeyPool() {
        let keys = SessionKeys(environment: ["VSASIM_KEY_POOL": "keys"])
        #expect(keys?.variables == ["VSASIM_KEY_POOL": "\(FileManager.default.currentDirectoryPath)/keys"])
    }

    @Test("an instance is used by one session at a time")
    func instanceLock() throws {
        let home = try TemporaryFolder.create()
        defer { home.remove() }
        let environment = ["XDG_STATE_HOME": home.path]
        var first: Instance? = try Instance(name: "demo", environment: environment)
        #expect(first?.folder == "\(home.path)/vsasim/instances/demo")
        let failure = #expect(throws: Failure.self) { try Instance(name: "demo", environment: environment) }
        #expect(failure?.status == .setUpFailed)
        _ = try Instance(name: "other", environment: environment)
        first = nil
        _ = try Instance(name: "demo", environment: environment)
    }

    @Test("if the folder of an instance cannot be created, the message names it")
    func instanceWithoutFolder() {
        let failure = #expect(throws: Failure.self) { try Instance(name: "demo", environment: ["XDG_STATE_HOME": "/dev/null"]) }
        #expect(failure?.message.contains("/dev/null/vsasim/instances/demo") == true)
    }

    @Test(
        "names of instances",
        arguments: [("demo", true), ("a.b-c_1", true), ("", false), (".x", false), ("a/b", false), ("ä", false)])
    func instanceNames(text: String, isName: Bool) {
        #expect(Instance.isName(text) == isName)
    }

    @Test("commands are found in the session's PATH, folders and plain files are not")
    func commandSearch() {
        #expect(UserCommand.find("sh", path: "/nonexistent:/bin:/usr/bin") == "/bin/sh")
        #expect(UserCommand.find("./x", path: "") == "./x")
        #expect(UserCommand.find("usr", path: "/") == nil)
        #expect(UserCommand.find("passwd", path: "/etc") == nil)
    }

    @Test("early signals reach the first receiver, later ones the latest, which also receives the first that ends a session")
    func signalInbox() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: SessionSignals.Arrival.self)
        for signal in [SIGUSR1, SIGINT] { continuation.yield(.init(signal: signal, isFromTerminal: true)) }
        let (received, receive) = AsyncStream.makeStream(of: String.self)
        let inbox = SignalInbox(stream) { receive.yield("first \($0.signal)") }
        var iterator = received.makeAsyncIterator()
        #expect(await iterator.next() == "first \(SIGUSR1)")
        #expect(await iterator.next() == "first \(SIGINT)")
        let early = inbox.deliver { receive.yield("second \($0.signal)") }
        #expect(early == SIGINT)
        continuation.yield(.init(signal: SIGTERM, isFromTerminal: false))
        #expect(await iterator.next() == "second \(SIGTERM)")
        #expect(inbox.firstEnding == SIGINT)
    }
}
