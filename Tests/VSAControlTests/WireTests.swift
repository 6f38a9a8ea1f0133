import DBus
import SessionJournals
import TVWorld
import Testing

@testable import VSAControl

@Suite("names on the bus, held against the interface XML")
struct WireTests {
    @Test("the control interface: no method without a command")
    func control() throws {
        let interface = try FakeControl.interface(Wire.controlInterface)
        #expect(Set(interface.methods.map(\.name)).isSubset(of: Set(Wire.Control.all)))
        for name in [Wire.Control.listApplications, Wire.Control.listProviders, JournalNames.list] {
            #expect(interface.method(name)?.outputSignature == "aa{sv}")
        }
        for name in [Wire.Control.getStatus, Wire.Control.getAccount] {
            #expect(interface.method(name)?.outputSignature == "a{sv}")
        }
        #expect(interface.method(JournalNames.monitor)?.inputSignature == "b")
        #expect(interface.signal(JournalNames.added)?.signature == "a{sv}")
        #expect(JournalNames.interface == Wire.controlInterface)
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
            "\(Wire.Key.empty):b", "\(Wire.Key.after):x", "\(JournalNames.Key.limit):u", "\(JournalNames.Key.sequence):x",
            "\(Wire.Key.time):x",
            "\(JournalNames.Key.event):s", "\(JournalNames.Key.details):a{sv}", "\(Wire.Key.remembered):b",
            "\(Wire.Key.developer):b",
            "\(Wire.Key.authenticationURL):s", "\(Wire.Key.requiresSystemTrust):b", "\(Wire.Key.prompt):s",
            "\(Wire.Key.answer):s", "\(Wire.Key.scriptedProvider):s", "\(Wire.Key.delay):x", "\(Wire.Key.times):u",
            "\(Wire.Key.id):u", "\(Wire.Key.used):u", "\(Wire.Key.sender):s", "\(Wire.Key.path):o", "\(Wire.Key.prompts):u",
            "\(Wire.Key.request):o", "\(Wire.Key.kind):s", "\(Wire.Key.stage):s", "\(Wire.Key.asked):s",
            "\(Wire.Key.unanswered):s", "\(Wire.Key.program):s",
        ]
        let types: [FaultField.Kind: String] = [.text: "s", .flag: "b", .number: "x", .count: "u"]
        let faults = FaultField.ofDevice.map { "\($0.busKey):\(types[$0.kind] ?? "")" }
        let clocks: Set<String> = [
            "\(Wire.Key.mode):s", "\(Wire.Key.offset):x", "\(Wire.Key.specification):s", "\(Wire.Key.machineTime):x",
            "\(JournalNames.Key.correlation):s",
            "\(JournalNames.Key.documents):u", "\(Wire.Key.message):s", "\(Wire.Key.direction):s", "\(Wire.Key.xml):s",
        ]
        let texts = ["set-top-box-provider", "set-top-box-bundle-identifier", "set-top-box-user-token"]
        let settings = DeveloperSettingsRecord.order.map { "\($0):\(texts.contains($0) ? "s" : "b")" }
        #expect(Set(keys) == known.union(clocks).union(faults).union(settings))
    }

    @Test("the interface for apps has what check-access and query call, and the names of Apple's errors")
    func application() throws {
        let interface = try FakeControl.interface(Wire.applicationInterface)
        for name in Wire.Application.all { #expect(interface.method(name) != nil) }
        let errors = Set((interface.annotations["org.vsasim.Errors"] ?? "").split(separator: " ").map(String.init))
        #expect(Set(VSErrorCode.allCases.map(\.name)).isSubset(of: errors))
    }

    @Test("the agent's own interface is the documented one")
    func agent() throws {
        let documented = try FakeControl.interface(AgentInterface.name)
        let own = try #require(try Interface.parse(xml: AgentInterface.xml).first)
        #expect(own.name == documented.name)
        #expect(own.methods.map(\.name) == documented.methods.map(\.name))
        for method in own.methods {
            #expect(method.inputSignature == documented.method(method.name)?.inputSignature)
            #expect(method.outputSignature == documented.method(method.name)?.outputSignature)
        }
        #expect(documented.signals.isEmpty)
        let keys = documented.methods.flatMap { $0.inputs + $0.outputs }.flatMap { argument in
            (argument.annotations["org.vsasim.Keys"] ?? "").split(separator: " ").map(String.init)
        }
        let read: Set<String> = [
            "\(Wire.Key.request):o", "\(Wire.Key.application):s", "\(Wire.Key.applicationName):s",
            "\(Wire.Key.usageDescription):s", "\(Wire.Key.providerName):s", "\(Wire.Key.videoTitle):s", "\(Wire.Key.message):s",
            "\(Wire.Key.other):b", "\(Wire.Key.provider):s", "\(Wire.Key.name):s", "\(Wire.Key.featured):b",
            "\(Wire.Key.supported):b", "\(Wire.Key.applicationProvider):b", "\(Wire.Key.username):s",
            "\(Wire.Key.password):s", "\(Wire.Key.cancel):b", "\(Wire.Key.attempt):u", "\(Wire.Key.errorField):s",
            "\(Wire.Key.errorMessage):s",
        ]
        #expect(read.isSubset(of: keys))
    }

    @Test("agents register, requests signal, as documented")
    func otherInterfaces() throws {
        let manager = try FakeControl.interface(Wire.AgentManager.interface)
        #expect(manager.method(Wire.AgentManager.register)?.inputSignature == "oa{sv}")
        #expect(manager.method(Wire.AgentManager.unregister)?.inputSignature == "o")
        let request = try FakeControl.interface(Wire.Request.interface)
        #expect(request.method(Wire.Request.cancel)?.inputSignature == "")
        #expect(request.method(Wire.Request.confirm)?.inputSignature == "b")
        #expect(
            Set(request.signals.map(\.name)) == [
                Wire.Request.present, Wire.Request.dismiss, Wire.Request.providerSelected, Wire.Request.completed,
                Wire.Request.failed,
            ])
        #expect(request.signal(Wire.Request.failed)?.signature == "ssa{sv}")
        #expect(
            try Wire.Request.path(sender: ":1.42", token: "t").string == "/org/vsasim/SubscriberAccount1/request/1_42/t")
    }
}
