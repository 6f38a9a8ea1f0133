/// Prometheus' text format, version 0.0.4.
enum PrometheusText {
    /// The `Content-Type` of the format.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Returns the lines of a family.
    static func family(_ name: String, _ family: PrometheusRegistry.Family) -> String {
        var text = "# HELP \(name) \(escaped(family.help, quotes: false))\n# TYPE \(name) \(family.kind.rawValue)\n"
        let series = family.series.map { (labels: pairs($0.key), series: $0.value) }.sorted { $0.labels < $1.labels }
        for (labels, series) in series {
            for sample in series.samples {
                let bound = sample.bound.map { "le=\"\($0)\"" }
                let all = [labels.isEmpty ? nil : labels, bound].compactMap { $0 }.joined(separator: ",")
                text += "\(name)\(sample.suffix)\(all.isEmpty ? "" : "{\(all)}") \(sample.value)\n"
            }
        }
        return text
    }

    private static func pairs(_ labels: PrometheusRegistry.Labels) -> String {
        labels.pairs.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a valid name: letters, digits and `_`, without a leading digit; `.`, `-` and others become `_`.
    static func name(_ text: String) -> String {
        var name = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default: name += "_"
            }
        }
        return name.first.map { !$0.isNumber } ?? false ? name : "_" + name
    }

    /// Returns a number as text; whole numbers have no fraction.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map(String.init) ?? String(value)
    }
}
