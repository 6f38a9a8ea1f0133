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
        #expect(names(register.inputs[1].annotations) == Set(WireNames.RegistrationKey.allCases.map(\.rawValue)))
        let query = try #require(interface.method(WireNames.queryMetadata))
        #expect(names(query.inputs[0].annotations) == Set(WireNames.RequestKey.allCases.map(\.rawValue)))
        #expect(names(query.outputs[0].annotations) == Set(WireNames.MetadataKey.allCases.map(\.rawValue)))
        let metadata = try #require(interface.method(WireNames.requestMetadata))
        #expect(names(metadata.inputs[1].annotations) == Set(WireNames.RequestKey.allCases.map(\.rawValue)))
        let access = try #require(interface.method(WireNames.requestAccess))
        #expect(names(access.inputs[1].annotations) == [WireNames.RequestKey.parentWindow.rawValue])
        #expect(names(interface.annotations, "org.vsasim.ErrorInfo") == Set(WireNames.ErrorInfoKey.allCases.map(\.rawValue)))
    }

    @Test("the keys of signals")
    func signalKeys() throws {
        let present = try #require(request.signal(WireNames.present))
        #expect(names(present.arguments[0].annotations) == Set(WireNames.DialogKey.allCases.map(\.rawValue)))
        let completed = try #require(request.signal(WireNames.completed))
        #expect(names(completed.arguments[0].annotations).isSuperset(of: WireNames.MetadataKey.allCases.map(\.rawValue)))
        #expect(names(completed.arguments[0].annotations).contains(WireNames.ErrorInfoKey.accessStatus.rawValue))
        let failed = try #require(request.signal(WireNames.failed))
        #expect(names(failed.arguments[2].annotations) == Set(WireNames.ErrorInfoKey.allCases.map(\.rawValue)))
    }

    @Test("the names of errors")
    func errors() {
        let known = Set(WireNames.errors.keys).union([WireNames.notPermitted, WireNames.alreadyRegistered])
        #expect(names(interface.annotations, "org.vsasim.Errors") == known)
    }

    /// The names in `NAME:TYPE NAME:TYPE …`.
    private func names(_ annotations: [String: String], _ annotation: String = "org.vsasim.Keys") -> Set<String> {
        Set((annotations[annotation] ?? "").split(separator: " ").map { String($0.prefix { $0 != ":" }) })
    }
}
