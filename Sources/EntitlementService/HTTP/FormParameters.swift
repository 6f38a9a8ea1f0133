import Encodings

/// The parameters of a call: the query, and the form in the body.
struct FormParameters: Sendable {
    private var values: [String: String] = [:]

    /// More parameters than any call has.
    static let limit = 64

    /// Reads `a=b&c=d`. The first of equal names wins; parameters that are no UTF-8 or beyond the limit are left out.
    init(_ texts: String?...) {
        for text in texts {
            // By bytes: a mark that joins with the sign before it belongs to the value.
            let pairs = (text ?? "").utf8.split(separator: UInt8(ascii: "&"), maxSplits: Self.limit).prefix(Self.limit)
            for pair in pairs {
                let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = PercentEncoding.decode(parts[0], plusIsSpace: true),
                    let value = PercentEncoding.decode(parts.count > 1 ? parts[1] : "".utf8[...], plusIsSpace: true)
                else { continue }
                if values[name] == nil { values[name] = value }
            }
        }
    }

    /// The value of a parameter; nil when it was not sent.
    subscript(name: String) -> String? { values[name] }

    /// The names of all parameters that were sent, in the order of the alphabet.
    var names: [String] { values.keys.sorted() }
}
