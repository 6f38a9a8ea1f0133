import DecisionTables
import Dispatch
import ServiceAccess
import Synchronization
import Testing

@testable import AccessEnabler

/// Waits, and procedures that run beside the line of calls.
@Suite("Timers")
struct TimerTests {
    /// Asks a service after a wait, unless another wait is over before.
    private struct Asking: Procedure {
        let limit: Int64

        mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
            if case .child = input { return .done }
            return .calling([Wait(milliseconds: limit), Sending()])
        }
    }

    private struct Sending: Procedure {
        mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
            switch input {
            case .start: machine.wait(milliseconds: 5)
            case .elapsed: machine.send(HTTPRequest(service: "http://127.0.0.1:1", path: "/"))
            default: .done
            }
        }
    }

    private func machine() -> EntitlementMachine { FakeApp().machine }

    /// What the machine wants done without anything having happened.
    private func pending(_ machine: inout EntitlementMachine) -> [Effect] { machine.handle(.elapsed(-1), at: 0) }

    @Test("a procedure continues when its wait is over")
    func going() {
        var machine = machine()
        _ = machine.startBeside(Sending())
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

    @Test("a cancelled procedure cancels its requests and its waits, and gets no events of them")
    func givingUp() throws {
        var machine = machine()
        let task = machine.startBeside(Asking(limit: 100))
        let waits = pending(&machine)
        #expect(waits.count == 2)
        guard case .wait(let limit, _)? = waits.first, case .wait(let pause, _)? = waits.last,
            case .http(let request, _)? = machine.handle(.elapsed(pause), at: 5).first
        else {
            Issue.record("no waits in \(waits)")
            return
        }
        machine.giveUp(task: task)
        #expect(Set(pending(&machine).map(String.init(describing:))) == ["giveUp(\(limit))", "giveUp(\(request))"])
        machine.giveUp(task: task)
        #expect(pending(&machine).isEmpty)
        #expect(machine.handle(.elapsed(limit), at: 100).isEmpty)
        #expect(machine.handle(.http(request, .unreachable("")), at: 100).isEmpty)
    }

    @Test("when a procedure ends, so do those that it called")
    func ending() {
        var machine = machine()
        _ = machine.startBeside(Asking(limit: 1))
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
        _ = app.machine.startBeside(Sending())
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
