/// The values of one kind in Prometheus' text format, version 0.0.4.
struct PrometheusFamily: Sendable {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    enum Value: Sendable {
        case number(Double)
        case histogram(PrometheusHistogram)
    }

    let name: String
    let kind: Kind
    /// The description of the values.
    let help: String
    /// The series, by their labels as text.
    let series: [String: Value]

    init(_ name: String, _ kind: Kind, _ help: String, series: [String: Value]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.series = series
    }

    /// Creates a family with one number without labels; nil: the number is not known.
    init(_ name: String, _ kind: Kind, _ help: String, _ number: Double?) {
        self.init(name, kind, help, series: number.map { ["": Value.number($0)] } ?? [:])
    }

    /// Creates a family with one whole number, as with any other number.
    init(_ name: String, _ kind: Kind, _ help: String, _ number: (some BinaryInteger)?) {
        self.init(name, kind, help, number.map { Double($0) })
    }

    /// Creates a family of numbers that one label distinguishes.
    init(_ name: String, _ kind: Kind, _ help: String, by label: String, _ numbers: [String: Double]) {
        let series = numbers.map { (Self.labels([label: $0.key]), Value.number($0.value)) }
        self.init(name, kind, help, series: Dictionary(uniqueKeysWithValues: series))
    }

    /// Returns labels as text.
    static func labels(_ labels: KeyValuePairs<String, String>) -> String {
        labels.map { "\($0.key)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
    }

    /// The lines of the family, its series ordered by their labels.
    var text: String {
        var text = "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
        for (labels, value) in series.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .number(let number): text += line("", [labels], number)
            case .histogram(let histogram):
                for (bound, count) in histogram.buckets {
                    let bound = bound.map(Self.number) ?? "+Inf"
                    text += line("_bucket", [labels, Self.labels(["le": bound])], Double(count))
                }
                text += line("_sum", [labels], histogram.sum) + line("_count", [labels], Double(histogram.count))
            }
        }
        return text
    }

    private func line(_ suffix: String, _ labels: [String], _ value: Double) -> String {
        let labels = labels.filter { !$0.isEmpty }.joined(separator: ",")
        return "\(name)\(suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(value))\n"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Returns a number as text; whole numbers have no fraction.
    private static func number(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? String(value) }
}

/// The number of values in each bucket of a histogram, and their sum.
struct PrometheusHistogram: Sendable {
    private let bounds: [Double]
    /// One more than the number of bounds: the last one has no upper bound.
    private var counts: [Int]
    /// The sum of all values.
    private(set) var sum = 0.0

    /// Creates a histogram without values.
    ///
    /// - Parameter bounds: The upper bounds of the buckets, ascending.
    init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// Adds a value.
    mutating func record(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }

    /// The number of all values.
    var count: Int { counts.reduce(0, +) }

    /// The number of values up to each bound; the last one, nil, stands for all.
    var buckets: [(bound: Double?, count: Int)] {
        var total = 0
        return counts.indices.map { index in
            total += counts[index]
            return (index < bounds.count ? bounds[index] : nil, total)
        }
    }
}
