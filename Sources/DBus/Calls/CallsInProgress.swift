/// The calls whose handlers are running in tasks, or waiting to run.
struct CallsInProgress {
    /// A call in progress.
    struct Ticket: Sendable {
        fileprivate let number: UInt64
        fileprivate let sender: BusName?
        fileprivate let isSerial: Bool
    }

    typealias Start = @Sendable (Ticket) -> Task<Void, Never>

    private struct Sender {
        var count = 0
        var isSerialRunning = false
        var waiting: [(ticket: Ticket, start: Start)] = []
    }

    private var tasks: [UInt64: Task<Void, Never>] = [:]
    private var senders: [BusName?: Sender] = [:]
    private var nextNumber: UInt64 = 0
    private var count = 0

    /// Whether nothing is in progress.
    var isEmpty: Bool { count == 0 }

    /// Returns whether the limits allow another call of this sender.
    func hasRoom(for sender: BusName?, _ options: ConnectionOptions) -> Bool {
        count < options.callsInProgressLimit && (senders[sender]?.count ?? 0) < options.callsInProgressLimitPerSender
    }

    /// Starts a call, or queues it behind the sender's other serial calls.
    mutating func begin(sender: BusName?, isSerial: Bool, _ start: @escaping Start) {
        let ticket = Ticket(number: nextNumber, sender: sender, isSerial: isSerial)
        nextNumber += 1
        count += 1
        var entry = senders.removeValue(forKey: sender) ?? Sender()
        entry.count += 1
        if isSerial, entry.isSerialRunning {
            entry.waiting.append((ticket, start))
        } else {
            entry.isSerialRunning = entry.isSerialRunning || isSerial
            tasks[ticket.number] = start(ticket)
        }
        senders[sender] = entry
    }

    /// Ends a call and starts the one that was waiting for it.
    mutating func end(_ ticket: Ticket) {
        guard tasks.removeValue(forKey: ticket.number) != nil, var entry = senders.removeValue(forKey: ticket.sender) else {
            return
        }
        count -= 1
        entry.count -= 1
        if ticket.isSerial {
            if entry.waiting.isEmpty {
                entry.isSerialRunning = false
            } else {
                let next = entry.waiting.removeFirst()
                tasks[next.ticket.number] = next.start(next.ticket)
            }
        }
        if entry.count > 0 { senders[ticket.sender] = entry }
    }

    /// Cancels all calls; waiting ones are discarded.
    mutating func cancelAll() {
        for task in tasks.values { task.cancel() }
        self = CallsInProgress()
    }
}
