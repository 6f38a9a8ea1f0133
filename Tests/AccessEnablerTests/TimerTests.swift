import DecisionTables
import Dispatch
import ServiceAccess
import Synchronization
import Testing

@testable import AccessEnabler

/// Waits, and what runs outside the queue of calls.
@Suite("Timers")
struct TimerTests {
    /// Sends a request to a service after a wait, unless another wait ends first.
    private func ask(_ machine: inout EntitlementMachine, limit: Int64) {
        let steps: [ConcurrentStep<Bool>] = [
            { machine, report in machine.wait(milliseconds: limit) { report({ $0 = true }, &$0) } },
            { machine, _ in send(&machine) },
        ]
        machine.runTogether(false, steps, until: \.self) { _, _ in }
    }

    private func send(_ machine: inout EntitlementMachine) {
        machine.wait(milliseconds: 5) { $0.send(HTTPRequest(service: "http://127.0.0.1:1", path: "/")) { _, _ in } }
    }

    private func machine() -> EntitlementMachine { FakeApp().machine }

    /// The effects of the state machine without an event.
    private func pending(_ machine: inout EntitlementMachine) -> [Effect] { machine.handle(.elapsed(-1), at: 0) }

    @Test("a strand continues when its wait is over")
    func going() {
        var machine = machine()
        _ = machine.startBeside(send)
        let effects = pending(&machine)
        guard case .wait(let request, milliseconds: 5)? = effects.first, effects.count == 1 else {
            Issue.record("no wait in \(effects)")
            return
        }
        let next = machine.handle(.elapsed(request), at: 5)
        guard case .http? = next.first, next.count == 1 else {
            Issue.record("no request in \(next)")
            return
        }
        #expect(machine.handle(.elapsed(request), at: 6).isEmpty)
    }

    @Test("a cancelled strand cancels its requests and its waits, and gets no events of them")
    func givingUp() throws {
        var machine = machine()
        let strand = machine.startBeside { ask(&$0, limit: 100) }
        let waits = pending(&machine)
        #expect(waits.count == 2)
        guard case .wait(let limit, _)? = waits.first, case .wait(let pause, _)? = waits.last,
            case .http(let request, _)? = machine.handle(.elapsed(pause), at: 5).first
        else {
            Issue.record("no waits in \(waits)")
            return
        }
        machine.giveUp(strand: strand)
        #expect(Set(pending(&machine).map(String.init(describing:))) == ["giveUp(\(limit))", "giveUp(\(request))"])
        machine.giveUp(strand: strand)
        #expect(pending(&machine).isEmpty)
        #expect(machine.handle(.elapsed(limit), at: 100).isEmpty)
        #expect(machine.handle(.http(request, .unreachable("")), at: 100).isEmpty)
    }

    @Test("when steps that run together are complete, the others end")
    func ending() {
        var machine = machine()
        _ = machine.startBeside { ask(&$0, limit: 1) }
        let waits = pending(&machine)
        guard case .wait(let limit, _)? = waits.first, case .wait(let pause, _)? = waits.last else {
            Issue.record("no waits in \(waits)")
            return
        }
        #expect(machine.handle(.elapsed(limit), at: 1) == [.giveUp(pause)])
    }

    @Test("what runs outside the queue does not delay calls")
    func beside() {
        var app = FakeApp()
        _ = app.machine.startBeside(send)
        app.configure()
        #expect(app.takeCallbacks().last == .setRequestorComplete(isSuccess: true))
    }

    @Test("the clock's sleep ends when its task is cancelled", .timeLimit(.minutes(10)))
    func cancelling() async {
        let task = Task { try await DeviceClock.sleep(for: .seconds(86_400)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
