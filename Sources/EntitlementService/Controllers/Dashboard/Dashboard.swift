import EntitlementCore
import Synchronization
import TVWorld

/// The state of the dashboard between requests.
final class Dashboard: Sendable {
    let access: DashboardAccess
    let viewers = DashboardViewers()
    /// The events of the device and of apps that others share.
    let shared = SharedTimeline()
    let console = ConsoleRelay()
    /// The start of the numbers of the device's page, so that a page of another process does not seem current.
    private let firstNumber = SystemClock.machineMilliseconds()

    init(access: DashboardAccess) { self.access = access }

    /// The numbers of the parts of the device's page.
    var deviceNumbers: PartNumbers {
        let numbers = ["device": shared.device?.number ?? 0, "console": console.number, "command": console.turns]
        return PartNumbers(numbers.mapValues { firstNumber + $0 })
    }
}

/// The viewers of the events; their number is limited, so that forgotten pages cost little.
final class DashboardViewers: Sendable {
    private let count = Mutex(0)
    private let lastLook = Mutex<ContinuousClock.Instant?>(nil)
    /// The time for which someone who viewed a page without a stream counts as a viewer.
    private static let patience = Duration.seconds(5)
    /// Woken when a viewer arrives.
    let arrivals = AsyncNotification()

    static let limit = 64

    var number: Int {
        let looks = lastLook.withLock { $0.map { ContinuousClock.now - $0 < Self.patience } ?? false }
        return max(count.withLock { $0 }, looks ? 1 : 0)
    }

    /// Counts a viewer of a page, for a limited time.
    func look() {
        lastLook.withLock { $0 = .now }
        arrivals.wake()
    }

    var haveRoom: Bool { count.withLock { $0 < Self.limit } }

    /// Counts a new viewer; returns false if the maximum number has been reached.
    func enter() -> Bool {
        let isIn = count.withLock { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
        if isIn { arrivals.wake() }
        return isIn
    }

    func leave() { count.withLock { $0 -= 1 } }
}

/// The numbers of the parts of a page that change by themselves, as in `command1.console17.device3`. They increase with every
/// change.
struct PartNumbers: Sendable, CustomStringConvertible {
    private var numbers: [String: Int64] = [:]

    init(_ numbers: [String: Int64]) { self.numbers = numbers }

    /// Parses the numbers that a page shows; nil if the text is invalid.
    init?(_ text: String) {
        for part in text.split(separator: ".", maxSplits: 8, omittingEmptySubsequences: false) {
            let name = part.prefix { $0.isLetter }
            guard !name.isEmpty, let number = Int64(part.dropFirst(name.count)) else { return nil }
            numbers[String(name)] = number
        }
    }

    /// Returns the events that report the parts whose numbers differ from those that a page shows; nil if none do.
    func events(since shown: PartNumbers) -> String? {
        let changes = numbers.filter { shown.numbers[$0.key] != $0.value }.sorted { $0.key < $1.key }
        guard !changes.isEmpty else { return nil }
        // Last, so that a page that received only some of the events receives the others when it reconnects.
        return changes.map { "event: \($0.key)\ndata: \($0.value)\n\n" }.joined() + "id: \(self)\n\n"
    }

    var description: String { numbers.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }.joined(separator: ".") }
}
