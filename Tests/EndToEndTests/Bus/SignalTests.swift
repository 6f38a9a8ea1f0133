import DBus
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Signals of the running daemon", .daemonLogs)
struct SignalTests {
    /// An app on the bus: it has registered, and keeps its signals.
    private struct App {
        let connection: Connection
        let signals: Recorder<BusMessage>
        private let listening: Task<Void, any Error>

        init(_ identifier: String, on daemons: Daemons) async throws {
            let connection = try await Connection.open(address: daemons.bus.address)
            self.connection = connection
            let recorder = Recorder<BusMessage>()
            signals = recorder
            let stream = try await connection.signals(
                MatchRule(sender: BusName(AccountNames.bus), interface: InterfaceName(AccountNames.interface)))
            listening = Task { for try await message in stream { recorder.record(message) } }
            let details: VariantDictionary = [:]
            _ = try await connection.call(
                BusName(AccountNames.bus), path: ObjectPath(AccountNames.path), interface: InterfaceName(AccountNames.interface),
                member: "Register", arguments: [identifier, details])
        }

        func next() async throws -> (member: String, body: [BusValue]) {
            let message = try await signals.next("signal of vsad")
            return (message.member?.string ?? "", message.body)
        }

        func leave() async {
            await connection.close()
            listening.cancel()
        }
    }

    @Test("AccessStatusChanged goes only to the app concerned, AccountChanged to everybody")
    func recipients() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let one = try await App("com.example.one", on: daemons)
            let two = try await App("com.example.two", on: daemons)
            try await daemons.vsactl("access", "set", "com.example.one", "granted").checked()
            try await daemons.vsactl("access", "set", "com.example.two", "denied").checked()
            let first = try await one.next()
            #expect(first.member == "AccessStatusChanged")
            #expect(first.body == [.string("granted")])
            // If app two received the signal for app one, it would arrive first.
            let second = try await two.next()
            #expect(second.member == "AccessStatusChanged")
            #expect(second.body == [.string("denied")])
            try await daemons.vsactl("account", "sign-in", "alpha.example").checked()
            for app in [one, two] {
                let change = try await app.next()
                #expect(change.member == "AccountChanged")
                #expect(change.body.isEmpty)
            }
            try await daemons.vsactl("account", "sign-out", "--keep-access").checked()
            for app in [one, two] { #expect(try await app.next().member == "AccountChanged") }
            await one.leave()
            await two.leave()
        }
    }

    @Test("A connection registers once; the second time is an error")
    func registerTwice() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let app = try await App("com.example.one", on: daemons)
            let details: VariantDictionary = [:]
            let error = await #expect(throws: RemoteError.self) {
                try await app.connection.call(
                    BusName(AccountNames.bus), path: ObjectPath(AccountNames.path),
                    interface: InterfaceName(AccountNames.interface), member: "Register",
                    arguments: ["com.example.two", details])
            }
            #expect(error?.name.string == "org.vsasim.SubscriberAccount1.Error.AlreadyRegistered")
            await app.leave()
        }
    }
}
