import DBus
import Glibc
import ProjectTesting
import Testing

@Suite("Exported objects", .echo)
struct ObjectTests {
    @Test("Introspect returns the XML that was given, the standard interfaces and the children")
    func introspection() async throws {
        try await EchoService().export(on: service, at: "/org/example/Echo1/child")
        func node(_ path: ObjectPath) async throws -> (IntrospectionNode, String) {
            let reply = try await proxy.connection.call(
                service.uniqueName, path: path, interface: "org.freedesktop.DBus.Introspectable", member: "Introspect")
            let text = try reply.decode(as: String.self)
            return (try IntrospectionNode(xml: text), text)
        }
        let (echo, text) = try await node(EchoService.path)
        #expect(text.contains(try BusInterface.parse(xml: EchoService.xml)[0].xml))
        #expect(
            echo.interfaces.map(\.name.string) == [
                "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Properties",
                "org.example.Echo1",
            ])
        #expect(echo.children == ["child"])
        #expect(try await node("/").0.children == ["org"])
        #expect(try await node("/org/example").0.children == ["Echo1"])
        #expect(await errorName { try await node("/com") } == .unknownObject)
    }

    @Test(
        "gdbus and busctl understand the introspection data",
        arguments: [
            ["gdbus", "introspect", "--address", "ADDRESS", "--dest", "NAME", "--object-path", "/org/example/Echo1"],
            ["busctl", "--address=ADDRESS", "introspect", "NAME", "/org/example/Echo1"],
        ])
    func otherTools(command: [String]) async throws {
        let name = try #require(service.uniqueName).string
        let arguments = command.dropFirst().map {
            $0 == "NAME" ? name : $0.split(separator: "ADDRESS", omittingEmptySubsequences: false).joined(separator: bus.address)
        }
        let output = try await Tool.run(command[0], arguments, environment: bus.environment).checked().output
        for word in ["org.example.Echo1", "EmitThenReply", "Version", "Ticked"] {
            #expect(output.contains(word), "\(output)")
        }
    }

    @Test("Properties are read, written and checked")
    func properties() async throws {
        #expect(try await proxy.property("Version", as: UInt32.self) == 1)
        try await proxy.setProperty("Colour", to: "green")
        #expect(try await proxy.property("Colour", as: String.self) == "green")
        let all = try await proxy.properties()
        #expect(all == ["Version": BusVariant(UInt32(1)), "Colour": BusVariant("green")])
        #expect(await errorName { try await proxy.setProperty("Version", to: UInt32(2)) } == .propertyReadOnly)
        #expect(await errorName { try await proxy.setProperty("Colour", to: UInt32(2)) } == .invalidArguments)
        #expect(await errorName { try await proxy.setProperty("Colour", to: "none") } == .invalidArguments)
        #expect(await errorName { try await proxy.property("Secret", as: String.self) } == .accessDenied)
        #expect(await errorName { try await proxy.property("Nothing", as: String.self) } == .unknownProperty)
        let other = InterfaceProxy(proxy.connection, service.uniqueName, path: proxy.path, interface: "org.example.Other1")
        #expect(await errorName { try await other.properties() } == .unknownInterface)
        #expect(await errorName { try await other.property("Version", as: UInt32.self) } == .unknownInterface)
        // The object has this interface, which has no properties.
        let standard = InterfaceProxy(
            proxy.connection, service.uniqueName, path: proxy.path, interface: "org.freedesktop.DBus.Introspectable")
        #expect(try await standard.properties().isEmpty)
        #expect(await errorName { try await standard.property("Version", as: UInt32.self) } == .unknownProperty)
    }

    @Test("PropertiesChanged contains values and invalidated names")
    func propertiesChanged() async throws {
        let stream = try await proxy.connection.signals(
            MatchRule(sender: service.uniqueName, interface: .properties, argument0: "org.example.Echo1"))
        try await service.emitPropertiesChanged(EchoService.path, interface: "org.example.Other1", changed: [:])
        try await service.emitPropertiesChanged(
            EchoService.path, interface: EchoService.interface, changed: ["Colour": BusVariant("blue")],
            invalidated: ["Version"]
        )
        var signals = stream.makeAsyncIterator()
        let signal = try #require(await signals.next())
        let (name, changed, invalidated) = try signal.decode(as: InterfaceName.self, VariantDictionary.self, [String].self)
        #expect(name == EchoService.interface)
        #expect(changed == ["Colour": BusVariant("blue")])
        #expect(invalidated == ["Version"])
    }

    @Test("The object manager lists its objects, signals changes, and can reject callers")
    func objectManager() async throws {
        let allowed = try #require(client.uniqueName)
        let objects = ManagedObjects(["/m/a": ["org.example.A1": ["Name": BusVariant("a")]], "/m/b": ["org.example.A1": [:]]])
        let manager = ObjectManager { caller in
            guard caller.sender == allowed else { throw ErrorReply(.accessDenied, message: "Not you.") }
            return objects
        }
        try await service.export(ExportedObject(interfaces: [], objectManager: manager), at: "/m")
        let proxy = InterfaceProxy(client, service.uniqueName, path: "/m", interface: "org.freedesktop.DBus.ObjectManager")
        let list = try await proxy.call("GetManagedObjects").decode(as: [ObjectPath: [InterfaceName: VariantDictionary]].self)
        #expect(list.count == 2)
        #expect(list["/m/a"]?["org.example.A1"] == ["Name": BusVariant("a")])
        let stranger = InterfaceProxy(service, service.uniqueName, path: "/m", interface: proxy.interface)
        #expect(await errorName { try await stranger.call("GetManagedObjects") } == .accessDenied)
        let (added, removed) = (try await proxy.signals("InterfacesAdded"), try await proxy.signals("InterfacesRemoved"))
        try await service.emitInterfacesAdded("/m/c", ["org.example.A1": ["Name": BusVariant("c")]], manager: "/m")
        try await service.emitInterfacesRemoved("/m/c", ["org.example.A1"], manager: "/m")
        var (additions, removals) = (added.makeAsyncIterator(), removed.makeAsyncIterator())
        let addition = try #require(await additions.next()).decode(as: ObjectPath.self, [InterfaceName: VariantDictionary].self)
        #expect(addition.0 == "/m/c" && addition.1 == ["org.example.A1": ["Name": BusVariant("c")]])
        let removal = try #require(await removals.next()).decode(as: ObjectPath.self, [InterfaceName].self)
        #expect(removal.0 == "/m/c" && removal.1 == ["org.example.A1"])
    }

    @Test("A path is used once, and free again after unexport")
    func exporting() async throws {
        let error = await failure { try await EchoService().export(on: service) }
        #expect(error as? ConnectionError == .pathInUse(EchoService.path))
        await service.unexport(EchoService.path)
        #expect(await errorName { try await proxy.call("Echo", "x") } == .unknownObject)
        try await EchoService().export(on: service)
        try await proxy.call("Echo", "x")
    }

    @Test("File descriptors arrive open and are closed by their owners")
    func fileDescriptors() async throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (BusFileDescriptor(adopting: ends[0]), BusFileDescriptor(adopting: ends[1]))
        let copy = try await proxy.call("Open", writing).decode(as: BusFileDescriptor.self)
        #expect(copy.rawValue != writing.rawValue)
        #expect(write(copy.rawValue, "hi", 2) == 2)
        var bytes = [UInt8](repeating: 0, count: 2)
        #expect(read(reading.rawValue, &bytes, 2) == 2)
        #expect(bytes == Array("hi".utf8))
        #expect(fcntl(copy.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        let tooMany = [BusFileDescriptor](repeating: writing, count: 254)
        let error = await failure {
            try await proxy.connection.call(
                proxy.destination, path: proxy.path, interface: proxy.interface, member: "Open", arguments: tooMany)
        }
        #expect(error is ConnectionError)
    }

    @Test("A closed file descriptor is an error of the call, wherever it is in the arguments, and the connection stays usable")
    func closedFileDescriptor() async throws {
        let closed = BusFileDescriptor(adopting: -1)
        let nested = BusVariant(["a": BusVariant([BusVariant(closed)])] as VariantDictionary)
        for (member, argument) in [("Open", BusVariant(closed)), ("EchoAny", nested)] as [(MemberName, BusVariant)] {
            let error = await failure { try await proxy.call(member, argument) }
            #expect((error as? BusConversionError)?.reason.contains("the file descriptor cannot be sent") == true)
        }
        let answer = try await proxy.call("Echo", "x").decode(as: String.self)
        #expect(answer == "x")
    }

    @Test(
        "Where no file descriptors are accepted, a call with some is rejected unread, and none stays open",
        .echo { $0.acceptsFileDescriptors = false })
    func unwantedFileDescriptors() async throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let reading = BusFileDescriptor(adopting: ends[0])
        for member in ["Open", "EchoAny", "Nothing"] as [MemberName] {
            // The last copy on this side is released with the call.
            let writing = BusFileDescriptor(adopting: dup(ends[1]))
            #expect(await errorName { try await proxy.call(member, BusVariant(writing)) } == .invalidArguments)
        }
        close(ends[1])
        try await until("the other end is closed") {
            var poller = pollfd(fd: reading.rawValue, events: 0, revents: 0)
            return poll(&poller, 1, 0) == 1 && poller.revents & Int16(POLLHUP) != 0
        }
        #expect(try await proxy.call("Echo", "x").decode(as: String.self) == "x")
    }

    @Test("The bus identifies a caller")
    func credentials() async throws {
        let name = try await proxy.call("Who").decode(as: BusName.self)
        #expect(name == proxy.connection.uniqueName)
        let credentials = try await service.credentials(of: name)
        #expect(credentials.processID == UInt32(getpid()))
        #expect(credentials.userID == getuid())
        #expect(await errorName { try await service.credentials(of: ":9.9999") } == .nameHasNoOwner)
    }

    @Test("Names are owned, replaced, queued for, released, and their changes signalled")
    func names() async throws {
        let (first, second) = (try await bus.connect(), try await bus.connect())
        let stream = try await second.signals(.nameOwnerChanged(of: "org.example.Name1"))
        #expect(try await second.nameOwner("org.example.Name1") == nil)
        #expect(try await first.requestName("org.example.Name1") == .primaryOwner)
        #expect(try await first.requestName("org.example.Name1") == .alreadyOwner)
        #expect(await failure { try await second.requestName("org.example.Name1") } as? ConnectionError == .nameTaken)
        #expect(try await second.requestName("org.example.Name1", queue: true) == .inQueue)
        try await first.releaseName("org.example.Name1")
        #expect(try await first.nameOwner("org.example.Name1") == second.uniqueName)
        var changes: [NameOwnerChange] = []
        for await signal in stream {
            changes.append(try NameOwnerChange(signal))
            if changes.count == 2 { break }
        }
        #expect(changes.map(\.oldOwner) == [nil, first.uniqueName])
        #expect(changes.map(\.newOwner) == [first.uniqueName, second.uniqueName])
    }
}
