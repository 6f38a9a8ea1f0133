import DBus
import ProjectTesting
import Synchronization

/// The object that most tests call.
final class EchoService: Sendable {
    static let path: ObjectPath = "/org/example/Echo1"
    static let interface: InterfaceName = "org.example.Echo1"
    static let xml = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <interface name="org.example.Echo1">
            <!-- What came in goes out. -->
            <method name="Echo"><arg name="text" type="s" direction="in"/><arg type="s" direction="out"/></method>
            <method name="EchoAny"><arg type="v" direction="in"/><arg type="v" direction="out"/></method>
            <method name="Later"><arg type="u" direction="in"/><arg type="u" direction="out"/></method>
            <method name="InTurn"><arg type="u" direction="in"/><arg type="u" direction="out"/></method>
            <method name="CallBack"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
            <method name="EmitThenReply"><arg type="u" direction="in"/><arg type="u" direction="out"/></method>
            <method name="Fail"/>
            <method name="Throw"/>
            <method name="Malformed"><arg type="s" direction="out"/></method>
            <method name="Refused"/>
            <method name="Open"><arg type="h" direction="in"/><arg type="h" direction="out"/></method>
            <method name="Who"><arg type="s" direction="out"/></method>
            <signal name="Ticked"><arg type="u"/></signal>
            <property name="Version" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <property name="Colour" type="s" access="readwrite"/>
            <property name="Secret" type="s" access="write"/>
          </interface>
        </node>
        """

    struct UnexpectedFailure: Error {}

    /// Calls of `Later` and `InTurn` wait here.
    let gate = Gate()
    /// The arguments of `InTurn` calls in the order in which they began.
    let begun = Recorder<UInt32>()
    private let colour = Mutex("red")

    func export(on connection: Connection, at path: ObjectPath = EchoService.path) async throws {
        try await connection.export(ExportedObject(interfaces: [bound()]), at: path)
    }

    func bound() throws -> BoundInterface {
        let interface = try BusInterface.parse(xml: EchoService.xml)[0]
        let authorize: @Sendable (BusCaller) throws -> Void = { caller in
            if caller.member == "Refused" { throw ErrorReply(.accessDenied, message: "No.") }
        }
        return try BoundInterface(
            interface, authorize: authorize, methods: reads.merging(waits) { $1 }, properties: properties)
    }

    private var reads: [MemberName: MethodHandler] {
        [
            "Echo": .immediate { [try $0.decode(String.self)] },
            "EchoAny": .immediate { [try $0.decode(BusVariant.self)] },
            "EmitThenReply": .immediate { invocation in
                let number = try invocation.decode(UInt32.self)
                try invocation.connection.assumeIsolated {
                    try $0.emit(
                        path: invocation.path, interface: invocation.interface, member: "Ticked", arguments: [number],
                        to: invocation.sender)
                }
                return [number]
            },
            "Fail": .immediate { _ in
                throw ErrorReply(
                    "org.example.Error.Full", message: "There is no room.", extra: [["room": BusVariant(UInt32(7))], UInt32(3)])
            },
            "Throw": .immediate { _ in throw UnexpectedFailure() },
            "Malformed": .immediate { _ in [UInt32(1)] },
            "Refused": .immediate { _ in [] },
            "Open": .immediate { [try $0.decode(BusFileDescriptor.self)] },
            "Who": .immediate { [$0.sender?.string ?? ""] },
        ]
    }

    private var waits: [MemberName: MethodHandler] {
        [
            "Later": .asynchronous { [gate] invocation in
                await gate.pass()
                return [try invocation.decode(UInt32.self)]
            },
            "InTurn": .serial { [gate, begun] invocation in
                let number = try invocation.decode(UInt32.self)
                begun.record(number)
                await gate.pass()
                return [number]
            },
            "CallBack": .asynchronous { invocation in
                let text = try invocation.decode(String.self)
                let reply = try await invocation.connection.call(
                    invocation.sender, path: EchoService.path, interface: EchoService.interface, member: "Echo",
                    arguments: [text])
                return [try reply.decode(as: String.self)]
            },
        ]
    }

    private var properties: [MemberName: PropertyHandler] {
        [
            "Version": .constant(UInt32(1)),
            "Colour": PropertyHandler(
                get: { _ in self.colour.withLock { $0 } },
                set: { _, value in
                    let new = try String(dbusValue: value)
                    if new == "none" { throw ErrorReply(.invalidArguments, message: "'none' is not a colour") }
                    self.colour.withLock { $0 = new }
                }),
            "Secret": PropertyHandler(get: nil, set: { _, _ in }),
        ]
    }
}

extension InterfaceProxy {
    /// A proxy for the object of `EchoService` on a connection; nil for the peer of a connection without a bus.
    static func echo(_ connection: Connection, _ destination: BusName?) -> InterfaceProxy {
        InterfaceProxy(connection, destination, path: EchoService.path, interface: EchoService.interface)
    }
}
