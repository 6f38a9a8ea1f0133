import AccountCore
import DBus
import DeviceInterfaces
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@testable import AccountService

/// An empty dictionary with its type: without it, gdbus requests the introspection data and waits up to 3 seconds for it.
private let noOptions = "@a{sv} {}"

/// A program in its own root folder with a real `.flatpak-info`, as in a Flatpak sandbox.
///
/// Nothing is mounted: a chroot that is not a mount point, and most containers, do not allow it.
private struct Sandbox {
    let environment: [String: String]
    let root: String
    /// The content of the file, or the target of the link.
    var metadata = "[Application]\nname=org.example.Boxed\n"
    var isLinked = false

    /// Copies what the programs need, and gives the bus's socket a second name below the root.
    private static let script = """
        set -e
        mkdir -p "$1/bin" "$1${2%/*}"
        ln "$2" "$1$2"
        for program in sh gdbus; do
            file=$(command -v "$program")
            cp -L "$file" "$1/bin/$program"
            ldd "$file" | grep -o '/[^ ]*' | while read -r library; do
                mkdir -p "$1${library%/*}"
                cp -L "$library" "$1$library"
            done
        done
        """

    /// A sandbox on a device's bus.
    init(_ device: TestDevice) async throws {
        let place = device.bus.workspace.folder
        environment = device.bus.environment
        root = try place.makeFolder("sandbox")
        try await Tool.run(
            "sh", ["-c", Self.script, "sh", root, place.path(PrivateBus.socketName)], environment: environment
        ).checked()
    }

    /// The options of `unshare` with which the root folder can be changed here: as the administrator, or with a user
    /// namespace, in which the user stays the same, so that the bus accepts it; nil: this process may do neither.
    private static let privileges = Task { () -> [String]? in
        for options in [[], ["--user", "--map-current-user", "--keep-caps"]] {
            let result = try? await Tool.run(
                "unshare", options + ["--root=/", "true"], environment: ProcessInfo.processInfo.environment)
            if result?.exit.isSuccess == true { return options }
        }
        return nil
    }

    /// Whether there can be one on this system.
    static func isPossible() async -> Bool { await privileges.value != nil }

    func run(_ command: [String]) async throws -> ToolResult {
        let file = root + "/.flatpak-info"
        try? FileManager.default.removeItem(atPath: file)
        try metadata.write(toFile: isLinked ? root + "/.other" : file, atomically: true, encoding: .utf8)
        if isLinked { try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: ".other") }
        let options = try #require(await Self.privileges.value)
        return try await Tool.run(
            "unshare", options + ["--root=\(root)", "/bin/\(command[0])"] + command.dropFirst(), environment: environment)
    }

    /// Calls a member from inside.
    func call(_ member: String, _ arguments: String..., path: ObjectPath = SubscriberAccountInterface.path) async throws
        -> ToolResult
    {
        try await run(gdbusCall(member, arguments, path: path))
    }
}

@Suite(
    "Apps in a sandbox", .device, .timeLimit(.minutes(5)),
    .enabled("not on this system: neither chroot(2) nor a user namespace is allowed here") { await Sandbox.isPossible() })
struct SandboxTests {
    private static let interface = "org.vsasim.SubscriberAccount1"

    @Test("An app has the identifier from Flatpak, in the list and in every entry of the journal")
    func identity() async throws {
        let sandbox = try await Sandbox(device)
        let status = try await sandbox.call("\(Self.interface).CheckAccessStatus", noOptions)
        #expect(try status.checked().output == "('not-determined',)")
        let list = try await device.control.call("ListApplications").decode(as: [VariantDictionary].self)
        #expect(list.map { $0["application-id"] } == [BusVariant("org.example.Boxed")])
        #expect(list.map { $0["identified-by"] } == [BusVariant("flatpak")])
        let journal = try await device.control.call("ListJournal", VariantDictionary()).decode(as: [VariantDictionary].self)
        #expect(journal.count == 1)
        #expect(journal.allSatisfy { $0["application-id"] == BusVariant("org.example.Boxed") })
        #expect(journal.allSatisfy { $0["identified-by"] == BusVariant("flatpak") })
    }

    @Test("It cannot claim another identifier, and may repeat its own")
    func register() async throws {
        let sandbox = try await Sandbox(device)
        let other = try await sandbox.call("\(Self.interface).Register", "com.example.player", noOptions)
        #expect(!other.exit.isSuccess)
        #expect(other.errorOutput.contains("Error.NotPermitted"))
        let own = try await sandbox.call(
            "\(Self.interface).Register", "org.example.Boxed", "{'usage-description': <'Why'>}")
        try own.checked()
        let list = try await device.control.call("ListApplications").decode(as: [VariantDictionary].self)
        #expect(list.map { $0["identified-by"] } == [BusVariant("flatpak")])
        #expect(list.map { $0["usage-description"] } == [BusVariant("Why")])
    }

    @Test(
        "It has no access to Control",
        arguments: [
            ["GetStatus"], ["GetAccount"], ["SetRegion", "CA"], ["MonitorJournal", "true"], ["ListJournal", noOptions],
        ])
    func control(call: [String]) async throws {
        let sandbox = try await Sandbox(device)
        let command = gdbusCall("\(Self.interface).Control.\(call[0])", Array(call.dropFirst()), path: ControlInterface.path)
        let result = try await sandbox.run(command)
        #expect(!result.exit.isSuccess)
        #expect(result.errorOutput.contains("org.freedesktop.DBus.Error.AccessDenied"))
        #expect(device.daemon.store.device.state.region.code == "US")
    }

    @Test("It cannot be an agent")
    func agent() async throws {
        let sandbox = try await Sandbox(device)
        let result = try await sandbox.call("\(Self.interface).AgentManager.RegisterAgent", "/agent", noOptions)
        #expect(result.errorOutput.contains("org.freedesktop.DBus.Error.AccessDenied"))
        #expect(try await device.control.call("ListAgents").decode(as: [VariantDictionary].self).isEmpty)
    }

    @Test("It has no list of objects, and none of them exists for it")
    func objects() async throws {
        let sandbox = try await Sandbox(device)
        let list = try await sandbox.call("org.freedesktop.DBus.ObjectManager.GetManagedObjects")
        #expect(list.errorOutput.contains("org.freedesktop.DBus.Error.AccessDenied"))
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        let root = try await sandbox.call("org.freedesktop.DBus.Introspectable.Introspect")
        let xml = try root.checked().output
        #expect(xml.contains("QueryMetadata"))
        for name in ["account", "application", "provider"] { #expect(!xml.contains("<node name=\"\(name)\"")) }
        for path: ObjectPath in [
            ObjectKind.accountPath, "/org/vsasim/SubscriberAccount1/account", ObjectKind.provider.path(of: "alpha.example"),
            "/org/vsasim/SubscriberAccount1/none",
        ] {
            let object = try await sandbox.call("org.freedesktop.DBus.Introspectable.Introspect", path: path)
            #expect(object.errorOutput.contains("org.freedesktop.DBus.Error.UnknownObject"))
            let properties = try await sandbox.call(
                "org.freedesktop.DBus.Properties.GetAll", "\(Self.interface).Account", path: path)
            #expect(properties.errorOutput.contains("org.freedesktop.DBus.Error.UnknownObject"))
        }
    }

    @Test("Without access no call of an app reveals whether a user is signed in")
    func secrecy() async throws {
        let sandbox = try await Sandbox(device)
        let calls: [(String, [String])] = [
            ("CheckAccessStatus", [noOptions]), ("QueryMetadata", [noOptions]),
            ("QueryMetadata", ["{'include-account-provider-identifier': <true>}"]),
            ("QueryMetadata", ["{'attribute-names': <['userID']>}"]),
            ("QueryMetadata", ["{'supported-account-provider-identifiers': <['alpha.example']>}"]),
            ("QueryMetadata", ["{'force-authentication': <true>}"]),
            ("UserAccounts.UpdateAccount", ["{'account-provider-identifier': <'alpha.example'>}"]),
            ("UserAccounts.ListAccounts", ["uint32 1"]), ("UserAccounts.GetAutoSignInToken", []),
        ]
        // All of them from one sandbox: each prints what was answered.
        let script = calls.map { member, arguments in
            let quoted = arguments.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }
            return """
                gdbus call --session --timeout 100 -d \(SubscriberAccountInterface.busName) \
                -o \(SubscriberAccountInterface.path) \
                    -m \(Self.interface).\(member) \(quoted.joined(separator: " ")) 2>&1 || true
                """
        }.joined(separator: "\n")
        func answers() async throws -> [String] { try await sandbox.run(["sh", "-c", script]).checked().lines }
        let nobody = try await answers()
        #expect(nobody.count >= calls.count)
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        let somebody = try await answers()
        #expect(somebody == nobody)
        for status in ["denied", "restricted"] {
            try await device.control.call("SetAccessStatus", "org.example.Boxed", status)
            let signedIn = try await answers()
            try await device.control.call("SignOut", ["keep-access": BusVariant(true)] as VariantDictionary)
            let signedOut = try await answers()
            #expect(signedOut == signedIn)
            try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        }
    }

    @Test("Manipulated metadata: no call is answered", arguments: [true, false])
    func tricks(isLinked: Bool) async throws {
        var sandbox = try await Sandbox(device)
        sandbox.isLinked = isLinked
        if !isLinked { sandbox.metadata = "nonsense" }
        for (member, arguments) in [
            ("CheckAccessStatus", [noOptions]), ("Register", ["com.example.player", noOptions]),
            ("UserAccounts.ListAccounts", ["uint32 0"]),
        ] {
            let result = try await sandbox.run(gdbusCall("\(Self.interface).\(member)", arguments))
            #expect(result.errorOutput.contains("org.freedesktop.DBus.Error.AccessDenied"))
        }
        let control = try await sandbox.call("\(Self.interface).Control.GetStatus", path: ControlInterface.path)
        #expect(control.errorOutput.contains("org.freedesktop.DBus.Error.AccessDenied"))
        #expect(try await device.control.call("ListApplications").decode(as: [VariantDictionary].self).isEmpty)
    }
}

@Suite("What apps learn about the account", .device, .timeLimit(.minutes(5)))
struct AccountSignalTests {
    @Test("A change of the account is signalled without content: sign-in, expiry and sign-out look the same")
    func accountChanged() async throws {
        let app = try await device.app()
        let seen = try await app.connection.accountChanges(\.body)
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        try await device.control.call("ExpireAccount")
        try await device.control.call("SignOut", VariantDictionary())
        for _ in 0..<3 { #expect(try await seen.next("AccountChanged").isEmpty) }
        let all = try await app.connection.signals(MatchRule(pathNamespace: SubscriberAccountInterface.path))
            .recorded { $0.member?.string ?? "" }
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        try await device.control.call("SetAccessStatus", "com.example.player", "denied")
        _ = try await all.next("AccessStatusChanged") { $0 == "AccessStatusChanged" }
        #expect(all.events == ["AccountChanged", "AccessStatusChanged"])
    }
}
