import CoreMetrics
import Synchronization

/// A backend of swift-metrics that writes the values in Prometheus' text format, version 0.0.4.
///
/// Families are declared before they are used. Each has a limited number of series; further labels are counted together.
final class PrometheusRegistry: MetricsFactory {
    /// The kind of a family.
    enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    /// The labels of a series, in the order of their names.
    struct Labels: Hashable, Sendable {
        var pairs: [Pair]

        /// One label.
        struct Pair: Hashable, Sendable {
            var name: String
            var value: String
        }

        init(_ dimensions: [(String, String)]) {
            pairs = dimensions.map { Pair(name: PrometheusText.name($0.0), value: $0.1) }.sorted { $0.name < $1.name }
        }

        /// The same names, with `other` for every value.
        var overflowing: Labels {
            var labels = self
            for index in labels.pairs.indices { labels.pairs[index].value = "other" }
            return labels
        }
    }

    struct Family: Sendable {
        var kind: Kind
        var help: String
        var series: [Labels: any PrometheusSeries] = [:]
    }

    /// The maximum number of series in a family.
    static let seriesLimit = 1_000

    private let families = Mutex<[String: Family]>([:])
    private let buckets: [Double]

    /// Creates an empty registry.
    ///
    /// - Parameter buckets: The upper bounds of every histogram's buckets, ascending.
    init(buckets: [Double]) {
        self.buckets = buckets
    }

    /// Declares a family, before its first series is created.
    func declare(_ name: String, _ kind: Kind, _ help: String) {
        families.withLock { $0[name] = Family(kind: kind, help: help) }
    }

    /// Removes the series of a family until they are measured again.
    func remove(_ name: String) { families.withLock { $0[name]?.series = [:] } }

    /// All families as text.
    var text: String {
        let families = families.withLock { $0 }
        return families.sorted { $0.key < $1.key }.map { PrometheusText.family($0.key, $0.value) }.joined()
    }

    /// Returns the series with labels, or a new one.
    private func series<Series: PrometheusSeries>(
        _ label: String, _ dimensions: [(String, String)], _ kind: Kind, _ make: () -> Series
    ) -> Series {
        let name = PrometheusText.name(label)
        var labels = Labels(dimensions)
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind, help: "")
            if family.series[labels] == nil, family.series.count >= Self.seriesLimit { labels = labels.overflowing }
            // A different kind with the same name is counted, but not shown.
            if let series = family.series[labels] { return series as? Series ?? make() }
            let series = make()
            guard family.kind == kind else { return series }
            family.series[labels] = series
            families[name] = family
            return series
        }
    }

    // MARK: - The handlers of swift-metrics

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { PrometheusCounter() }
    }

    func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter) { PrometheusFloatingPointCounter() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { PrometheusGauge() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        if aggregate { return series(label, dimensions, .histogram) { PrometheusHistogram(bounds: buckets) } }
        return series(label, dimensions, .gauge) { PrometheusGauge() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { PrometheusHistogram(bounds: buckets) }
    }

    // A series lives as long as the process: a counter that was destroyed would start again at zero.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
