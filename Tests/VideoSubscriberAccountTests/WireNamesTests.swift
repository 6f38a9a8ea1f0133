import DBus
import Testing

@testable import VideoSubscriberAccount

@Suite("names on the bus, held against the interface XML")
struct WireNamesTests {
    private let interface: Interface
    private let request: Interface

    init() throws {
        interface = try InterfaceFiles.interface(WireNames.interface)
        request = try InterfaceFiles.interface(WireNames.requestInterface)
    }

    @Test(
        "methods exist with the signatures used",
        arguments: [
            (WireNames.register, "sa{sv}", ""), (WireNames.checkAccessStatus, "a{sv}", "s"),
            (WireNames.queryMetadata, "a{sv}", "a{sv}"), (WireNames.requestAccess, "sa{sv}", "o"),
            (WireNames.requestMetadata, "sa{sv}", "o"),
        ] as [(MemberName, Signature, Signature)])
    func methods(name: MemberName, input: Signature, output: Signature) throws {
        let method = try #require(interface.method(name))
        #expect(method.inputSignature == input)
        #expect(method.outputSignature == output)
    }

    @Test("request objects have the methods and signals used")
    func requestObject() throws {
        #expect(try #require(request.method(WireNames.cancel)).inputSignature == "")
        #expect(try #require(request.method(WireNames.confirm)).inputSignature == "b")
        let signals = Dictionary(uniqueKeysWithValues: request.signals.map { ($0.name, $0.signature) })
        #expect(
            signals == [
                WireNames.present: "a{sv}", WireNames.dismiss: "", WireNames.providerSelected: "s", WireNames.completed: "a{sv}",
                WireNames.failed: "ssa{sv}",
            ])
    }

    @Test("the keys of dictionaries")
    func keys() throws {
        let register = try #require(interface.method(WireNames.register))
        #expect(InterfaceFiles.keys(register.inputs[1]) == Set(WireNames.RegistrationKey.allCases.map(\.rawValue)))
        let query = try #require(interface.method(WireNames.queryMetadata))
        let traced: Set = [WireNames.correlation, WireNames.errorInfo]
        #expect(
            InterfaceFiles.keys(query.inputs[0]).subtracting(traced) == Set(WireNames.RequestKey.allCases.map(\.rawValue)))
        #expect(InterfaceFiles.keys(query.outputs[0]) == Set(WireNames.MetadataKey.allCases.map(\.rawValue)))
        let metadata = try #require(interface.method(WireNames.requestMetadata))
        #expect(
            InterfaceFiles.keys(metadata.inputs[1]).subtracting(traced) == Set(WireNames.RequestKey.allCases.map(\.rawValue)))
        let access = try #require(interface.method(WireNames.requestAccess))
        #expect(InterfaceFiles.keys(access.inputs[1]).subtracting(traced) == [WireNames.RequestKey.parentWindow.rawValue])
        #expect(
            InterfaceFiles.names(interface.annotations["org.vsasim.ErrorInfo"])
                == Set(WireNames.ErrorInfoKey.allCases.map(\.rawValue)))
    }

    @Test("the keys of signals")
    func signalKeys() throws {
        let present = try #require(request.signal(WireNames.present))
        #expect(InterfaceFiles.keys(present.arguments[0]) == Set(WireNames.DialogKey.allCases.map(\.rawValue)))
        let completed = try #require(request.signal(WireNames.completed))
        #expect(InterfaceFiles.keys(completed.arguments[0]).isSuperset(of: WireNames.MetadataKey.allCases.map(\.rawValue)))
        #expect(InterfaceFiles.keys(completed.arguments[0]).contains(WireNames.ErrorInfoKey.accessStatus.rawValue))
        let failed = try #require(request.signal(WireNames.failed))
        #expect(InterfaceFiles.keys(failed.arguments[2]) == Set(WireNames.ErrorInfoKey.allCases.map(\.rawValue)))
    }

    @Test("the names of errors")
    func errors() {
        let known = Set(WireNames.errors.keys).union([WireNames.notPermitted, WireNames.alreadyRegistered])
        #expect(InterfaceFiles.names(interface.annotations["org.vsasim.Errors"]) == known)
    }
}
