import Foundation
import ServiceAccess
import Synchronization
import Testing
import VideoSubscriberAccount

@testable import AccessEnabler

/// How the engine identifies its app's calls: to the service, to the device, and in the journal.
@Suite("Traces of calls")
struct TraceTests {
    /// Records the trace IDs with which service and device are called.
    private final class Listener: Transport, SystemAccount {
        let heard = Mutex<(service: [String], device: [String?])>(([], []))
        private let surroundings: FakeSurroundings

        init(_ surroundings: FakeSurroundings) { self.surroundings = surroundings }

        func send(_ request: HTTPRequest) async -> HTTPOutcome {
            let traces = request.headers.filter { $0.name == "traceparent" }.map(\.value)
            heard.withLock { $0.service.append(traces.joined(separator: " ")) }
            return await surroundings.send(request)
        }

        func answer(_ query: AccountQuery, dialog: @escaping @Sendable (DialogChange) -> Void) async -> AccountOutcome {
            heard.withLock { $0.device.append(CallCorrelation.identifier) }
            return await surroundings.answer(query, dialog: dialog)
        }
    }

    private struct Callbacks: CallbackReceiver {
        let names: AsyncStream<String>.Continuation
        func deliver(_ callback: Callback, to tickets: [Ticket]) { names.yield(callback.entry.name) }
        func supersede(_ call: Ticket) {}
        func join(_ call: Ticket, at step: Callback?) {}
    }

    /// A line of the journal.
    private struct Line: Decodable {
        enum CodingKeys: String, CodingKey {
            case event, kind, correlation, sequence, time
            case machineTime = "machine-time"
        }

        let event: String
        let kind: String
        let correlation: String?
        let sequence: Int64
        let time: Int64
        let machineTime: Int64
    }

    @Test("A call, its callbacks and its requests have one trace ID; another call has another", .timeLimit(.minutes(10)))
    func correlation() async throws {
        try await StorageFolder.with { folder in
            let app = FakeApp.withAccount()
            let (environment, now) = (app.machine.environment, app.service.now)
            let surroundings = FakeSurroundings(app)
            let listener = Listener(surroundings)
            let (names, continuation) = AsyncStream.makeStream(of: String.self)
            let path = folder.path + "/journal.jsonl"
            let engine = Engine(
                environment: environment,
                surroundings: Engine.Surroundings(
                    transport: listener, account: listener, store: surroundings, now: { now },
                    show: { _ in .failed("no browser") },
                    journal: Journal(path: path, applicationID: "com.example.player")),
                receiver: Callbacks(names: continuation))
            engine.call(.setRequestor(id: "REF30", serviceProviders: []))
            engine.call(.getAuthorization(resource: "news", data: [:]))
            for await name in names where name == "setToken" { break }
            engine.stop()

            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
            let call = try #require(lines.first { $0.event == "library.call.setRequestor" })
            let authorization = try #require(lines.first { $0.event == "library.call.getAuthorization" })
            let identifier = try #require(call.correlation)
            #expect(identifier.wholeMatch(of: /[0-9a-f]{32}/) != nil)
            #expect(identifier != authorization.correlation)
            #expect(lines.first { $0.event == "library.setRequestorComplete" }?.correlation == identifier)
            #expect(lines.first { $0.event == "library.setToken" }?.correlation == authorization.correlation)
            #expect(lines.map(\.sequence) == Array(1...Int64(lines.count)))
            #expect(lines.allSatisfy { $0.time == now && $0.machineTime > 1_600_000_000_000_000 })
            #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.machineTime <= $1.machineTime })

            let heard = listener.heard.withLock { $0 }
            #expect(!heard.service.isEmpty && !heard.device.isEmpty)
            let known = Set([call.correlation, authorization.correlation].compactMap(\.self))
            for header in heard.service {
                let parts = header.split(separator: "-").map(String.init)
                #expect(parts.count == 4 && parts[0] == "00" && known.contains(parts[1]) && parts[3] == "01", "\(header)")
            }
            #expect(heard.device.allSatisfy { $0.map(known.contains) == true })
            #expect(Set(heard.service.map { String($0.dropFirst(3).prefix(32)) }) == known, "both calls ask the service")
        }
    }

    @Test("The clock file is read for each time; without it real time counts")
    func clockFile() async throws {
        try await StorageFolder.with { folder in
            let path = folder.path + "/device-clock"
            let clock = try #require(DeviceClock(specification: path))
            let real = DeviceClock.real
            #expect(abs(clock.milliseconds() - real.milliseconds()) < 60_000, "no file")
            for (text, time) in [("frozen:100", 100_000), ("frozen:100.25\n", 100_250), ("frozen:-5.5", -5_500)]
                as [(String, Int64)]
            {
                try folder.write(text, to: "device-clock")
                #expect(clock.milliseconds() == time)
            }
            try folder.write("offset:-86400", to: "device-clock")
            #expect(abs(clock.milliseconds() - real.milliseconds() + 86_400_000) < 60_000)
            for text in ["", "real\n", "tomorrow", "frozen:1.2345", "offset:9999999999999999", "frozen:", "\0"] {
                try folder.write(text, to: "device-clock")
                #expect(abs(clock.milliseconds() - real.milliseconds()) < 60_000, "\(text)")
            }
        }
    }
}
