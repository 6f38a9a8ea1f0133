import AccountCore
import DBus
import DeviceInterfaces
import ProjectTesting
import TVWorld
import Testing

@testable import AccountService

@Suite("The interface XML is the source of truth")
struct InterfaceTests {
    @Test("Requests of both kinds have the same keys, and the device handles each")
    func requestKeys() throws {
        let interface = try SubscriberAccountInterface.described()
        let keys = SubscriberAccountInterface.RequestKey.allCases.map(\.rawValue)
        #expect(Self.keys(try #require(interface.method("QueryMetadata")).inputs[0].annotations) == keys)
        #expect(Self.keys(try #require(interface.method("RequestMetadata")).inputs[1].annotations) == keys)
    }

    @Test("The requests for a decision of the user take the same options")
    func optionKeys() throws {
        let access = try #require(SubscriberAccountInterface.described().method("RequestAccess"))
        let autoSignIn = try #require(UserAccountsInterface.described().method("RequestAutoSignInAuthorization"))
        #expect(Self.keys(autoSignIn.inputs[1].annotations) == Self.keys(access.inputs[1].annotations))
    }

    @Test("Error names: Apple's codes in Apple's order, then the project's two")
    func errorNames() throws {
        let interface = try SubscriberAccountInterface.described()
        let names = (interface.annotations["org.vsasim.Errors"] ?? "").split(separator: " ")
            .map { SubscriberAccountInterface.errorPrefix + $0 }
        let own = [SubscriberAccountInterface.Failure.notPermitted, SubscriberAccountInterface.Failure.alreadyRegistered]
        #expect(names == (VSErrorCode.allCases.map(\.errorName) + own).map(\.string))
    }

    @Test("Control has every field of a fault, and every developer setting")
    func vocabulary() throws {
        let interface = try ControlInterface.described()
        func keys(_ method: MemberName) throws -> Set<String> {
            Set(Self.keys(try #require(interface.method(method)).outputs[0].annotations))
        }
        #expect(try keys("ListFaults") == Set(FaultField.ofDevice.map(\.busKey)))
        #expect(try keys("GetDeveloperSettings") == Set(DeveloperSetting.allCases.map(\.rawValue)))
    }

    @Test("The enumerations of the interfaces are those of the device")
    func enumerations() {
        #expect(
            SubscriberAccountInterface.AccessStatus.allCases.map(\.rawValue) == AccessStatus.allCases.map(\.rawValue))
        #expect(
            UserAccountsInterface.Authorization.allCases.map(\.rawValue)
                == AutoSignInAuthorization.allCases.map(\.rawValue))
        #expect(UserAccountsInterface.AccountType.allCases.map(\.rawValue) == UserAccountType.allCases.map(\.rawValue))
        #expect(RequestInterface.DialogKind.allCases.allSatisfy { PromptKind(rawValue: $0.rawValue) != nil })
        #expect(AgentInterface.ErrorField.allCases.allSatisfy { SignInField(rawValue: $0.rawValue) != nil })
    }

    @Test("Every dictionary lists its keys, with valid types")
    func dictionaries() throws {
        let interfaces = [
            try SubscriberAccountInterface.described(), try ControlInterface.described(), try RequestInterface.described(),
            try AgentManagerInterface.described(), try AgentInterface.described(), try UserAccountsInterface.described(),
        ]
        for interface in interfaces {
            for method in interface.methods {
                for argument in method.inputs + method.outputs where argument.type.string.hasSuffix("a{sv}") {
                    let text = try #require(
                        argument.annotations["org.vsasim.Keys"], "\(method.name) \(argument.name ?? "")")
                    for key in text.split(separator: " ") {
                        let parts = key.split(separator: ":")
                        #expect(parts.count == 2)
                        #expect((try? BusSignature(String(parts[1]))) != nil, "\(key)")
                    }
                }
            }
        }
    }

    @Test("Introspect returns the interface as in the file", .device)
    func introspection() async throws {
        let xml = try await device.control.connection.call(
            SubscriberAccountInterface.busName, path: SubscriberAccountInterface.path,
            interface: "org.freedesktop.DBus.Introspectable", member: "Introspect"
        ).decode(as: String.self)
        let answered = try #require(try BusInterface.parse(xml: xml).first { $0.name == SubscriberAccountInterface.name })
        #expect(answered.xml == (try SubscriberAccountInterface.described().xml))
        #expect(answered.xml.contains("<!--") && !answered.xml.contains("org.vsasim.Values."))
    }

    private static func keys(_ annotations: [String: String]) -> [String] {
        (annotations["org.vsasim.Keys"] ?? "").split(separator: " ").map { String($0.split(separator: ":")[0]) }
    }
}
