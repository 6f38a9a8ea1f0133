import CDBus
import ProjectTesting
import Synchronization
import Testing

@testable import DBus

/// A variable that closures on other threads use.
private final class Shared<Value: Sendable>: Sendable {
    private let variable: Mutex<Value>

    init(_ value: Value) { variable = Mutex(value) }

    var value: Value {
        get { variable.withLock { $0 } }
        set { variable.withLock { $0 = newValue } }
    }
}

@Suite("Calls that are repeated")
struct RepeatedRepliesTests {
    /// A received call.
    private static func call(
        serial: UInt32 = 3, sender: String = ":1.7", to destination: BusName = "org.example.A1", path: ObjectPath = "/a",
        interface: InterfaceName? = "org.example.A1", member: MemberName = "M", flags: MethodCallFlags = [],
        _ body: [BusValue] = [.string("x")]
    ) throws -> RawMessage {
        let call = RawMessage.methodCall(destination, path: path, interface: interface, member: member, flags: flags)
        dbus_message_set_sender(call.pointer, sender)
        dbus_message_set_serial(call.pointer, serial)
        try call.append(body)
        return call
    }

    private struct TooLarge: Error {}

    private static func key(_ call: borrowing RawMessage) throws -> CallBytes {
        guard let bytes = CallBytes(call.pointer) else { throw TooLarge() }
        return bytes
    }

    private static func bytes(_ message: borrowing RawMessage) -> [UInt8] {
        var start: UnsafeMutablePointer<CChar>?
        var count: CInt = 0
        dbus_message_marshal(message.pointer, &start, &count)
        defer { dbus_free(start) }
        return UnsafeBufferPointer(start: start, count: Int(count)).map { UInt8(bitPattern: $0) }
    }

    private static func reply(to call: borrowing RawMessage, _ body: [BusValue]) throws -> RawMessage {
        let target = ReplyTarget(try #require(BusMessage(header: call.pointer)), name: "M", output: nil)
        return try RecentReplies.Entry(body, BodyMeasure(checking: body)).copy(to: target)
    }

    @Test("A repeated reply has the bytes of a new one")
    func sameBytes() throws {
        for body in [[.string("granted")], [], [.dictionary(key: "s", value: "v", [])]] as [[BusValue]] {
            for sender in [":1.7", ":1.123456789"] {
                let kept = try Self.reply(to: Self.call(serial: 3, sender: sender), body)
                for serial in [UInt32(4), 0x0102_0304, .max] {
                    let repeated = RawMessage(copying: kept, answering: serial)
                    let new = try Self.reply(to: Self.call(serial: serial, sender: sender), body)
                    #expect(Self.bytes(repeated) == Self.bytes(new))
                    #expect(dbus_message_get_reply_serial(repeated.pointer) == serial)
                }
            }
        }
    }

    @Test("A reply with its fields in another order is changed by libdbus")
    func otherOrder() throws {
        let kept = RawMessage.reply()
        dbus_message_set_destination(kept.pointer, ":1.7")
        dbus_message_set_reply_serial(kept.pointer, 3)
        let repeated = RawMessage(copying: kept, answering: 9)
        #expect(dbus_message_get_reply_serial(repeated.pointer) == 9)
        #expect(dbus_message_get_destination(repeated.pointer).map { String(cString: $0) } == ":1.7")
    }

    @Test("Calls are the same if they differ only in their serial numbers")
    func calls() throws {
        let call = try Self.key(Self.call())
        let again = try Self.key(Self.call(serial: 0x1234_5678))
        let (isSame, hashes) = (call.areSame(as: again), [call.hash, again.hash])
        #expect(isSame && hashes[0] == hashes[1])
        func isDifferent(_ other: borrowing RawMessage) throws -> Bool {
            let other = try Self.key(other)
            return !call.areSame(as: other) && call.hash != other.hash
        }
        #expect(try isDifferent(Self.call(sender: ":1.8")))
        #expect(try isDifferent(Self.call(to: "org.example.A2")))
        #expect(try isDifferent(Self.call(path: "/b")))
        #expect(try isDifferent(Self.call(interface: nil)))
        #expect(try isDifferent(Self.call(interface: "org.example.B1")))
        #expect(try isDifferent(Self.call(member: "N")))
        #expect(try isDifferent(Self.call(flags: .noReplyExpected)))
        #expect(try isDifferent(Self.call([.string("y")])))
        #expect(try isDifferent(Self.call([.objectPath("/x")])))
        #expect(try isDifferent(Self.call([.string("x"), .byte(1)])))
        #expect(throws: TooLarge.self) { _ = try Self.key(Self.call([.bytes([UInt8](repeating: 0, count: 2_000))])) }
    }

    @Test("A limited number is kept, and a new reply replaces the one to the same call")
    func bounds() throws {
        var replies = RepeatedReplies()
        for number in 0..<UInt32(2 * RepeatedReplies.capacity) {
            let call = try Self.call([.uint32(number)])
            for answer in ["old", "new"] {
                replies.keep(try Self.reply(to: call, [.string(answer)]), to: try Self.key(call)) { true }
            }
            let kept = replies.entry(for: try Self.key(call))
            let entry = try #require(kept)
            let repeated = entry.reply(to: 8)
            let body = BodyReader.read(repeated.pointer)
            #expect(body == [.string("new")])
        }
        let call = try Self.call([.string("large")])
        replies.keep(try Self.reply(to: call, [.bytes([UInt8](repeating: 0, count: 2_000))]), to: try Self.key(call)) { true }
        let entry = replies.entry(for: try Self.key(call))
        #expect(entry.map { _ in "kept" } == nil)
    }

    /// An object whose answers are repeated while `version` stays the same.
    private final class Versioned: Sendable {
        let version = Shared(1)
        let handled = Shared(0)
        let repeated = Shared(0)

        func bound(authorize: (@Sendable (BusCaller) throws -> Void)? = nil) throws -> BoundInterface {
            let xml = """
                <node><interface name="org.example.Versioned1"><!-- The text with the version. -->
                <method name="Read"><arg type="s" direction="in"/><arg type="s" direction="out"/></method></interface></node>
                """
            let read = MethodHandler.deciding { [self] call in
                let text = try call.decode(String.self)
                let version = version.value
                handled.value += 1
                return .repeatable(["\(text) \(version)"]) { [self] in
                    guard version == self.version.value else { return false }
                    repeated.value += 1
                    return true
                }
            }
            return try BoundInterface(try BusInterface.parse(xml: xml)[0], authorize: authorize, methods: ["Read": read])
        }

        var counts: [Int] { [handled.value, repeated.value] }
    }

    private static let path: ObjectPath = "/org/example/Versioned1"

    private func export(
        authorize: (@Sendable (BusCaller) throws -> Void)? = nil, audience: (@Sendable (BusName?) -> Bool)? = nil
    ) async throws -> Versioned {
        let object = Versioned()
        let bound = try object.bound(authorize: authorize)
        try await service.export(ExportedObject(interfaces: [bound], audience: audience), at: Self.path)
        return object
    }

    private func read(_ text: String, by client: Connection) async throws -> String {
        try await client.call(
            service.uniqueName, path: Self.path, interface: "org.example.Versioned1", member: "Read", arguments: [text]
        ).decode(as: String.self)
    }

    /// Calls with the first word of the expected answer.
    private func expect(_ answer: String, by client: Connection = client) async throws {
        let found = try await read(String(answer.prefix(1)), by: client)
        #expect(found == answer)
    }

    @Test("The handler is called once for each call and sender until the answer changes", .echo)
    func repeating() async throws {
        let object = try await export()
        for _ in 0..<3 { try await expect("a 1") }
        #expect(object.counts == [1, 2])
        try await expect("b 1")
        try await expect("a 1", by: service)
        #expect(object.counts == [3, 2])
        object.version.value = 2
        try await expect("a 2")
        try await expect("a 2")
        #expect(object.counts == [4, 3])
    }

    @Test("A removed object no longer answers", .echo)
    func removed() async throws {
        _ = try await export()
        for _ in 0..<2 { try await expect("a 1") }
        await service.unexport(Self.path)
        #expect(await errorName { try await read("a", by: client) } == .unknownObject)
    }

    @Test(
        "An authorizer and an audience are consulted for every call",
        .echo, arguments: [ErrorName.accessDenied, .unknownObject])
    func restricted(refusal: ErrorName) async throws {
        let isAllowed = Shared(true)
        let authorize: @Sendable (BusCaller) throws -> Void = { _ in
            if !isAllowed.value { throw ErrorReply(.accessDenied, message: "No.") }
        }
        let audience: @Sendable (BusName?) -> Bool = { _ in isAllowed.value }
        let isAuthorized = refusal == .accessDenied
        let object = try await export(authorize: isAuthorized ? authorize : nil, audience: isAuthorized ? nil : audience)
        for _ in 0..<2 { try await expect("a 1") }
        #expect(object.counts == [2, 0])
        isAllowed.value = false
        #expect(await errorName { try await read("a", by: client) } == refusal)
    }

    @Test("Calls wait behind those that the gate holds", .echo)
    func gate() async throws {
        let object = try await export()
        for _ in 0..<2 { try await expect("a 1") }
        let gate = Gate()
        let isHolding = Shared(true)
        await service.setGate { _ in
            guard isHolding.value else { return nil }
            isHolding.value = false
            return Task { await gate.pass() }
        }
        async let held: Void = expect("b 2")
        try await gate.arrived(1)
        async let behind: Void = expect("a 2")
        object.version.value = 2
        gate.open()
        try await held
        try await behind
    }

    @Test("The objects of a manager are sent from one message until they change", .echo)
    func managedObjects() async throws {
        func objects(_ name: String) -> ManagedObjects {
            ManagedObjects(["/m/a": ["org.example.A1": ["N": BusVariant(name)]]])
        }
        let current = Shared(objects("one"))
        try await service.export(ExportedObject(interfaces: [], objectManager: ObjectManager { _ in current.value }), at: "/m")
        func expect(_ name: String, by client: Connection) async throws {
            let found = try await client.call(
                service.uniqueName, path: "/m", interface: "org.freedesktop.DBus.ObjectManager", member: "GetManagedObjects"
            ).decode(as: [ObjectPath: [InterfaceName: VariantDictionary]].self)
            #expect(found["/m/a"]?["org.example.A1"]?["N"] == BusVariant(name))
        }
        for caller in [client, client, service] { try await expect("one", by: caller) }
        current.value = objects("two")
        for caller in [client, service] { try await expect("two", by: caller) }
    }
}
