import CoreMetrics
import Synchronization

/// A line, or the lines of one histogram.
protocol PrometheusSeries: AnyObject, Sendable {
    /// The lines: the suffix of the family's name, additional labels, the value.
    var samples: [PrometheusSample] { get }
}

/// A line of the text.
struct PrometheusSample: Sendable, Equatable {
    /// The suffix of the family's name: empty, `_bucket`, `_sum` or `_count`.
    var suffix = ""
    /// The bucket's upper bound.
    var bound: String?
    var value: String
}

/// Counts whole numbers.
final class PrometheusCounter: CounterHandler, PrometheusSeries {
    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) { value.wrappingAdd(max(0, amount), ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }
    var samples: [PrometheusSample] { [.init(value: String(value.load(ordering: .relaxed)))] }
}

/// Counts fractions.
final class PrometheusFloatingPointCounter: FloatingPointCounterHandler, PrometheusSeries {
    private let value = Mutex(0.0)

    func increment(by amount: Double) { value.withLock { $0 += max(0, amount) } }
    func reset() { value.withLock { $0 = 0 } }
    var samples: [PrometheusSample] { [.init(value: PrometheusText.number(value.withLock { $0 }))] }
}

/// A value that can go up and down.
final class PrometheusGauge: MeterHandler, RecorderHandler, PrometheusSeries {
    private let value = Atomic<Double>(0)

    func set(_ number: Int64) { set(Double(number)) }
    func set(_ number: Double) { value.store(number, ordering: .relaxed) }
    func increment(by amount: Double) {
        var known = value.load(ordering: .relaxed)
        while true {
            let result = value.weakCompareExchange(expected: known, desired: known + amount, ordering: .relaxed)
            if result.exchanged { return }
            known = result.original
        }
    }
    func decrement(by amount: Double) { increment(by: -amount) }
    func record(_ number: Int64) { set(number) }
    func record(_ number: Double) { set(number) }
    var samples: [PrometheusSample] { [.init(value: PrometheusText.number(value.load(ordering: .relaxed)))] }
}

/// The number of values in each bucket. Times are in seconds.
final class PrometheusHistogram: TimerHandler, RecorderHandler, PrometheusSeries {
    private struct State {
        /// One more than the number of bounds: the last one has no upper bound.
        var counts: [Int64]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: [Int64](repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
    func record(_ number: Int64) { record(Double(number)) }

    func record(_ number: Double) {
        let index = bounds.firstIndex { number <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[index] += 1
            state.sum += number
        }
    }

    var samples: [PrometheusSample] {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total: Int64 = 0
        var samples: [PrometheusSample] = []
        for (index, count) in counts.enumerated() {
            total += count
            let bound = index < bounds.count ? PrometheusText.number(bounds[index]) : "+Inf"
            samples.append(.init(suffix: "_bucket", bound: bound, value: String(total)))
        }
        return samples + [
            .init(suffix: "_sum", value: PrometheusText.number(sum)), .init(suffix: "_count", value: String(total)),
        ]
    }
}
