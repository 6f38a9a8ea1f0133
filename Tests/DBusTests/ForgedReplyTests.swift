import ProjectTesting
import Testing

@testable import DBus

extension Connection {
    /// Sends a connection replies to calls that it may have made to others.
    fileprivate func forgeReplies(to victim: BusName?, serials: ClosedRange<UInt32>) async throws {
        for serial in serials {
            let reply = RawMessage.reply()
            reply.address(to: victim, answering: serial)
            try transmit(reply, body: [.uint32(666)])
        }
        // libdbus answers this in order, when the connection has received everything before it.
        try await call(victim, path: "/", interface: .peer, member: "Ping")
    }
}

@Suite("Replies that other connections forge")
struct ForgedReplyTests {
    @Test("A reply does not end a call of another connection, whose own reply still arrives", .echo)
    func ignored() async throws {
        let stranger = try await bus.connect()
        let task = Task { try await proxy.call("Later", UInt32(1)) }
        try await echo.gate.arrived(1)
        try await stranger.forgeReplies(to: client.uniqueName, serials: 1...50)
        echo.gate.open()
        #expect(try await task.value.decode(as: UInt32.self) == 1)
        await stranger.close()
    }

    @Test(
        "A call is answered by the called connection or the bus; for a well-known name, by any",
        arguments: [
            (":1.5", ":1.5", true), (":1.5", ":1.6", false), (":1.5", "org.freedesktop.DBus", true),
            ("org.freedesktop.DBus", "org.freedesktop.DBus", true), ("org.freedesktop.DBus", ":1.6", false),
            ("org.example.Service1", ":1.6", true),
        ] as [(BusName, BusName, Bool)])
    func senders(destination: BusName, sender: BusName, isAccepted: Bool) {
        let waiter = ReplyTable.Waiter(for: destination, byteLimit: .max)
        #expect(waiter.mayBeAnswered(by: sender) == isAccepted)
        // Without a bus, messages name no sender.
        #expect(waiter.mayBeAnswered(by: nil))
    }
}
