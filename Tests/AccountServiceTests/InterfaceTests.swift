import AccountCore
import DBus
import Foundation
import TVWorld
import Testing

@testable import AccountService

@Suite("The interface XML is the source of truth")
struct InterfaceTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("dbus/interfaces")

    @Test(
        "The text in the binary is the file",
        arguments: [
            ("org.vsasim.SubscriberAccount1.xml", InterfaceDocuments.subscriberAccount),
            ("org.vsasim.SubscriberAccount1.Control.xml", InterfaceDocuments.control),
            ("org.vsasim.SubscriberAccount1.Objects.xml", InterfaceDocuments.objects),
            ("org.vsasim.SubscriberAccount1.UserAccounts.xml", InterfaceDocuments.userAccounts),
            ("org.vsasim.SubscriberAccount1.Request.xml", InterfaceDocuments.request),
            ("org.vsasim.SubscriberAccount1.AgentManager.xml", InterfaceDocuments.agentManager),
            ("org.vsasim.SubscriberAccount1.Agent.xml", InterfaceDocuments.agent),
        ])
    func embedded(file: String, text: String) throws {
        let content = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
        #expect(content == text + "\n", "run dbus/generate")
    }

    @Test("There is no other file")
    func files() throws {
        #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).count == 7)
    }

    @Test("Keys of requests, metadata, registration and error info")
    func appKeys() throws {
        let interface = try Self.interface(InterfaceDocuments.subscriberAccount)
        let query = try #require(interface.method("QueryMetadata"))
        #expect(Self.keys(query.inputs[0].annotations) == RequestKey.allCases.map(\.rawValue))
        #expect(Self.keys(query.outputs[0].annotations) == MetadataKey.allCases.map(\.rawValue))
        let request = try #require(interface.method("RequestMetadata"))
        #expect(Self.keys(request.inputs[1].annotations) == RequestKey.allCases.map(\.rawValue))
        let register = try #require(interface.method("Register"))
        #expect(Self.keys(register.inputs[1].annotations) == RegistrationKey.allCases.map(\.rawValue))
        #expect(
            Self.keys(interface.annotations, "org.vsasim.ErrorInfo") == ErrorInfoKey.allCases.map(\.rawValue))
    }

    @Test("Keys of request objects")
    func requestKeys() throws {
        let interface = try Self.interface(InterfaceDocuments.request)
        #expect(interface.name == BusNames.request)
        func keys(_ signal: MemberName, _ index: Int) throws -> [String] {
            Self.keys(try #require(interface.signal(signal)).arguments[index].annotations)
        }
        #expect(try keys("Present", 0) == DialogKey.allCases.map(\.rawValue))
        #expect(
            try keys("Completed", 0) == MetadataKey.allCases.map(\.rawValue) + CompletionKey.allCases.map(\.rawValue))
        #expect(try keys("Failed", 2) == ErrorInfoKey.allCases.map(\.rawValue))
    }

    @Test("Error names: Apple's codes in Apple's order, then the project's two")
    func errorNames() throws {
        let interface = try Self.interface(InterfaceDocuments.subscriberAccount)
        let prefix = "org.vsasim.SubscriberAccount1.Error."
        let names = (interface.annotations["org.vsasim.Errors"] ?? "").split(separator: " ").map { prefix + $0 }
        let own = VSErrorCode.allCases.map(\.errorName) + [ErrorNames.notPermitted, ErrorNames.alreadyRegistered]
        #expect(names == own.map(\.string))
    }

    @Test("Keys of Control")
    func controlKeys() throws {
        let interface = try Self.interface(InterfaceDocuments.control)
        var keys: Set<String> = []
        for method in interface.methods {
            for argument in method.inputs + method.outputs { keys.formUnion(Self.keys(argument.annotations)) }
        }
        let faults = FaultField.ofDevice.map(\.busKey)
        #expect(keys == Set(ControlKey.allCases.map(\.rawValue) + faults + DeveloperSetting.allCases.map(\.rawValue)))
    }

    @Test("Keys of user accounts, subscriptions and tokens")
    func userAccountKeys() throws {
        let interface = try Self.interface(InterfaceDocuments.userAccounts)
        let update = try #require(interface.method("UpdateAccount"))
        #expect(Self.keys(update.inputs[0].annotations) == UserAccountKey.allCases.map(\.rawValue))
        let list = try #require(interface.method("ListAccounts"))
        #expect(Self.keys(list.outputs[0].annotations) == UserAccountKey.allCases.map(\.rawValue))
        let subscription = try #require(interface.method("SetCurrentSubscription"))
        #expect(Self.keys(subscription.inputs[0].annotations) == SubscriptionKey.allCases.map(\.rawValue))
        let token = try #require(interface.method("GetAutoSignInToken"))
        #expect(Self.keys(token.outputs[0].annotations) == AutoSignInKey.allCases.map(\.rawValue))
    }

    @Test("Every dictionary says its keys, and their types are types")
    func dictionaries() throws {
        let documents = [
            InterfaceDocuments.subscriberAccount, InterfaceDocuments.control, InterfaceDocuments.request,
            InterfaceDocuments.agentManager, InterfaceDocuments.agent, InterfaceDocuments.userAccounts,
        ]
        for document in documents {
            let interface = try Self.interface(document)
            for method in interface.methods {
                for argument in method.inputs + method.outputs where argument.type.string.hasSuffix("a{sv}") {
                    let text = try #require(
                        argument.annotations["org.vsasim.Keys"], "\(method.name) \(argument.name ?? "")")
                    for key in text.split(separator: " ") {
                        let parts = key.split(separator: ":")
                        #expect(parts.count == 2)
                        #expect((try? Signature(String(parts[1]))) != nil, "\(key)")
                    }
                }
            }
        }
    }

    @Test("Introspect gives the interface as the file has it")
    func introspection() async throws {
        try await TestDevice.with { device in
            let xml = try await device.control.connection.call(
                BusNames.service, path: BusNames.root, interface: "org.freedesktop.DBus.Introspectable", member: "Introspect"
            ).decode(as: String.self)
            let answered = try #require(try Interface.parse(xml: xml).first { $0.name == BusNames.subscriberAccount })
            let written = try Self.interface(InterfaceDocuments.subscriberAccount)
            #expect(answered.xml == written.xml)
        }
    }

    private static func interface(_ document: String) throws -> Interface {
        try #require(try Interface.parse(xml: document).first)
    }

    private static func keys(_ annotations: [String: String], _ name: String = "org.vsasim.Keys") -> [String] {
        (annotations[name] ?? "").split(separator: " ").map { String($0.split(separator: ":")[0]) }
    }
}
