import ServiceAccess

// How a call runs. `Work+Processing.swift` starts the function for an entry of the queue. Whatever that function or those that it
// calls need from outside, they request with `send`, `ask` or `wait`, and pass what happens next as a continuation. The machine
// keeps it in `awaited`, and `handle` runs it when the answer arrives. What follows from this for the code of a call:
//
// - A function that waits returns nothing. It passes its outcome to its `next`, once on every path, and does nothing afterwards.
// - A call ends when nothing of its strand is awaited (`endLine`). A path that neither continues nor calls the app back leaves
//   the app without an answer.
// - To cancel is to remove continuations (`giveUp`). A late answer finds none, and has no effect.
// - After the call's time limit, its requests are answered with their substitutes, at the end of the event. A call must therefore
//   end even if everything that it requests fails.

/// A closure that continues a call with what it has waited for.
///
/// A call is a chain of such closures: each makes a request and passes the next one along. They do not block, read a clock or do
/// I/O, and they capture only values, so that the machine is a value, too.
typealias Continuation<Value> = @Sendable (Value, inout EntitlementMachine) -> Void

/// A strand of work: a call, work outside the queue, or one of several concurrent steps. Running code, and everything that it
/// waits for, belongs to one.
struct Strand: Sendable {
    /// The number of the call, or of what runs outside the queue, followed by those of the groups of concurrent steps that it is
    /// in. Everything under a number can be cancelled.
    var path: [StrandID] = []
    /// The ticket of the call that it serves.
    var ticket: Ticket?
    /// The service whose credentials it renews for all that wait for them; it runs as long as any of them waits.
    var renewedService: String?
}

/// A step of several that run at the same time: it reports its result as a change of the state that they share.
typealias ConcurrentStep<State> =
    @Sendable (_ machine: inout EntitlementMachine, _ report: @escaping Continuation<@Sendable (inout State) -> Void>) -> Void

/// The answer to a request.
enum Input: Sendable {
    /// The answer of a service.
    case http(HTTPOutcome)
    /// The answer of the system account.
    case account(AccountOutcome)
    /// The end of a wait.
    case elapsed
}

extension EntitlementMachine {
    /// A request that has not been answered.
    struct Awaited: Sendable {
        let strand: Strand
        /// The answer if it is no longer awaited.
        let substitute: Input
        let next: Continuation<Input>
    }
}
