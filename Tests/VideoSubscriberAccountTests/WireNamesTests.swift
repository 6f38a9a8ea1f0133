import DBus
import Testing

@testable import VideoSubscriberAccount

@Suite("names on the bus, held against the interface XML")
struct WireNamesTests {
    private let interface: Interface

    init() throws { interface = try FakeDevice.interface() }

    @Test("members exist with the signatures used")
    func members() throws {
        let register = try #require(interface.method(WireNames.register))
        #expect(register.inputSignature == "sa{sv}")
        let check = try #require(interface.method(WireNames.checkAccessStatus))
        #expect(check.inputSignature == "a{sv}")
        #expect(check.outputSignature == "s")
        let query = try #require(interface.method(WireNames.queryMetadata))
        #expect(query.inputSignature == "a{sv}")
        #expect(query.outputSignature == "a{sv}")
    }

    @Test("the keys of dictionaries")
    func keys() throws {
        let register = try #require(interface.method(WireNames.register))
        #expect(names(register.inputs[1].annotations) == Set(WireNames.RegistrationKey.allCases.map(\.rawValue)))
        let query = try #require(interface.method(WireNames.queryMetadata))
        // The last two belong to requests that may interrupt.
        let request = names(query.inputs[0].annotations).subtracting(["confirm-provider", "parent-window"])
        #expect(request == Set(WireNames.RequestKey.allCases.map(\.rawValue)))
        #expect(names(query.outputs[0].annotations) == Set(WireNames.MetadataKey.allCases.map(\.rawValue)))
        #expect(names(interface.annotations, "org.vsasim.ErrorInfo") == Set(WireNames.ErrorInfoKey.allCases.map(\.rawValue)))
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
