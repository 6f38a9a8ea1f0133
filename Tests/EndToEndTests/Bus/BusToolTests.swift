import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Plain D-Bus tools against the running daemon", .daemonLogs)
struct BusToolTests {
    @Test("busctl introspect shows the members of every interface on the root object")
    func busctlIntrospect() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let text = try await daemons.run("busctl", ["--user", "introspect", AccountNames.bus, AccountNames.path])
                .checked().output
            for name in [
                "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Properties",
                "org.freedesktop.DBus.ObjectManager", "org.vsasim.SubscriberAccount1", ".Register", ".CheckAccessStatus",
                ".QueryMetadata", ".Version", ".Region", ".AccountChanged", ".AccessStatusChanged",
            ] {
                #expect(text.contains(name), "\(name) is missing in:\n\(text)")
            }
        }
    }

    @Test("gdbus introspect --xml shows the content of the checked-in interface files")
    func gdbusIntrospect() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let shown = try await daemons.gdbus("introspect", "--xml").checked().output
            let file = try String(
                contentsOf: Repository.root.appending(path: "dbus/interfaces/org.vsasim.SubscriberAccount1.xml"), encoding: .utf8)
            let members = file.matches(of: /<(method|signal|property) name="([A-Za-z]+)"/).map { "\($0.1) name=\"\($0.2)\"" }
            #expect(members.count >= 5)
            for member in members { #expect(shown.contains(member), "\(member) is missing in:\n\(shown)") }
        }
    }

    @Test("gdbus call reads the permission of an app without a registration")
    func gdbusCall() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let before = try await daemons.gdbus("call", "--method", "\(AccountNames.interface).CheckAccessStatus", "@a{sv} {}")
            #expect(before.output == "('not-determined',)")
            try await daemons.setAccess("gdbus", "granted")
            let after = try await daemons.gdbus("call", "--method", "\(AccountNames.interface).CheckAccessStatus", "@a{sv} {}")
            #expect(after.output == "('granted',)")
        }
    }

    @Test("busctl call gets metadata")
    func busctlCall() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("busctl", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let answer = try await daemons.busctlCall(
                "QueryMetadata", "a{sv}", "2", "include-account-provider-identifier", "b", "true",
                "include-authentication-expiration-date", "b", "true")
            let metadata = try BusAnswer(answer).dictionary()
            #expect(metadata["account-provider-identifier"] == .text("alpha.example"))
            guard case .integer(let date)? = metadata["authentication-expiration-date"] else {
                Issue.record("no date in \(metadata)")
                return
            }
            #expect(abs(Double(date) - Date().timeIntervalSince1970 - 30 * 86_400) < 3_600)
            #expect(metadata["saml-attribute-query-response"] == nil)
        }
    }

    @Test("busctl get-property reads version and region")
    func properties() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let version = try await daemons.busctl(
                "get-property", AccountNames.bus, AccountNames.path, AccountNames.interface, "Version")
            #expect(version.output == #"{"type":"u","data":1}"#)
            let region = try await daemons.busctl(
                "get-property", AccountNames.bus, AccountNames.path, AccountNames.interface, "Region")
            #expect(region.output == #"{"type":"s","data":"US"}"#)
        }
    }

    /// A wrong call and the name of the error that it must return.
    struct WrongCall: Sendable, CustomTestStringConvertible {
        let name: String
        let path: String
        let interface: String
        let arguments: [String]
        let error: String

        var testDescription: String { name }

        init(
            _ name: String, path: String = AccountNames.path, interface: String = AccountNames.interface,
            _ arguments: String..., error: String
        ) {
            self.name = name
            self.path = path
            self.interface = interface
            self.arguments = arguments
            self.error = error
        }
    }

    static let wrongCalls = [
        WrongCall("a method that is not there", "Nonsense", error: "org.freedesktop.DBus.Error.UnknownMethod"),
        WrongCall(
            "an interface that is not there", interface: "org.vsasim.Nothing1", "Nonsense",
            error: "org.freedesktop.DBus.Error.UnknownInterface"),
        WrongCall(
            "an object that is not there", path: "/org/vsasim/Nothing", "CheckAccessStatus", "a{sv}", "0",
            error: "org.freedesktop.DBus.Error.UnknownObject"),
        WrongCall(
            "no argument where one is needed", "CheckAccessStatus", error: "org.freedesktop.DBus.Error.InvalidArgs"),
        WrongCall(
            "a key with a value of the wrong type", "QueryMetadata", "a{sv}", "1", "attribute-names", "s", "userID",
            error: "org.freedesktop.DBus.Error.InvalidArgs"),
        WrongCall(
            "metadata without permission", "QueryMetadata", "a{sv}", "0",
            error: "org.vsasim.SubscriberAccount1.Error.AccessNotGranted"),
        WrongCall(
            "a status that is not there", path: AccountNames.controlPath, interface: AccountNames.control,
            "SetAccessStatus", "ss", "com.example.player", "perhaps", error: "org.freedesktop.DBus.Error.InvalidArgs"),
        WrongCall(
            "a provider that is not there", path: AccountNames.controlPath, interface: AccountNames.control, "SignIn",
            "ssa{sv}", "nobody.example", "alice", "0", error: "org.vsasim.SubscriberAccount1.Control.Error.NotFound"),
    ]

    @Test("A wrong call is answered with a matching error", arguments: wrongCalls)
    func errors(_ call: WrongCall) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            // gdbus prints the error's name, busctl only its text; busctl takes arguments without knowing the method.
            let result = try await daemons.run(
                "busctl", ["--user", "call", AccountNames.bus, call.path, call.interface] + call.arguments,
                environment: ["SYSTEMD_LOG_LEVEL": "debug"])
            #expect(!result.exit.isSuccess)
            #expect(result.errorOutput.contains(call.error), "expected \(call.error) in:\n\(result.errorOutput)")
        }
    }
}
