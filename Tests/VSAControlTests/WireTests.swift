import DBus
import Testing

@testable import VSAControl

@Suite("names on the bus, held against the interface XML")
struct WireTests {
    @Test("the control interface: no method without a command")
    func control() throws {
        let interface = try FakeControl.interface(Wire.controlInterface)
        #expect(Set(interface.methods.map(\.name)).isSubset(of: Set(Wire.Control.all)))
        for name in [Wire.Control.listApplications, Wire.Control.listProviders, Wire.Control.listJournal] {
            #expect(interface.method(name)?.outputSignature == "aa{sv}")
        }
        for name in [Wire.Control.getStatus, Wire.Control.getAccount] {
            #expect(interface.method(name)?.outputSignature == "a{sv}")
        }
        #expect(interface.method(Wire.Control.signIn)?.inputSignature == "ssa{sv}")
        #expect(interface.method(Wire.Control.setAccessStatus)?.inputSignature == "ss")
    }

    @Test("the keys of the control interface have the types with which they are read and written")
    func keys() throws {
        let interface = try FakeControl.interface(Wire.controlInterface)
        let arguments = interface.methods.flatMap { $0.inputs + $0.outputs }
        let keys = arguments.flatMap { ($0.annotations["org.vsasim.Keys"] ?? "").split(separator: " ").map(String.init) }
        let known: Set<String> = [
            "\(Wire.Key.application):s", "\(Wire.Key.accessStatus):s", "\(Wire.Key.identifiedBy):s",
            "\(Wire.Key.usageDescription):s",
            "\(Wire.Key.expiresIn):x", "\(Wire.Key.keepAccess):b", "\(Wire.Key.accountProvider):s", "\(Wire.Key.subscriber):s",
            "\(Wire.Key.signedInAt):x", "\(Wire.Key.expirationDate):x", "\(Wire.Key.provider):s", "\(Wire.Key.name):s",
            "\(Wire.Key.mvpd):s", "\(Wire.Key.boardingStatus):s", "\(Wire.Key.lineUp):b", "\(Wire.Key.subscribers):as",
            "\(Wire.Key.schemes):as", "\(Wire.Key.version):s", "\(Wire.Key.processID):u", "\(Wire.Key.region):s",
            "\(Wire.Key.applications):u", "\(Wire.Key.signedIn):b", "\(Wire.Key.serviceEntityID):s", "\(Wire.Key.stateFolder):s",
            "\(Wire.Key.empty):b", "\(Wire.Key.after):x", "\(Wire.Key.limit):u", "\(Wire.Key.sequence):x", "\(Wire.Key.time):x",
            "\(Wire.Key.event):s", "\(Wire.Key.details):a{sv}",
        ]
        #expect(known.isSubset(of: keys))
    }

    @Test("the interface for apps has what check-access and query call, and the names of Apple's errors")
    func application() throws {
        let interface = try FakeControl.interface(Wire.applicationInterface)
        for name in [Wire.Application.register, Wire.Application.checkAccessStatus, Wire.Application.queryMetadata] {
            #expect(interface.method(name) != nil)
        }
        let errors = Set((interface.annotations["org.vsasim.Errors"] ?? "").split(separator: " ").map(String.init))
        #expect(Set(SubscriberFailure.names).isSubset(of: errors))
    }
}
