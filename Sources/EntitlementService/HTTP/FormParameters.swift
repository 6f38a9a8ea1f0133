import Encodings

/// The parameters of a call: the query, and the form in the body.
struct FormParameters: Sendable {
    private var values: [String: String] = [:]

    /// The maximum number of parameters, more than any call needs.
    static let limit = 64

    /// Parses `a=b&c=d`. The first of several equal names is used; parameters that are not UTF-8 or exceed the limit are ignored.
    init(_ text: String? = nil) {
        guard let text, !text.isEmpty else { return }
        // By bytes: a mark that combines with the preceding separator belongs to the value.
        var rest = Array(text.utf8)[...]
        var count = 0
        while count < Self.limit, !rest.isEmpty {
            let pair = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[pair.endIndex...].dropFirst()
            guard !pair.isEmpty else { continue }
            count += 1
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = PercentEncoding.decode(pair[..<end], plusIsSpace: true),
                let value = PercentEncoding.decode(pair[end...].dropFirst(), plusIsSpace: true)
            else { continue }
            if values[name] == nil { values[name] = value }
        }
    }

    /// Returns these parameters, completed by others that are missing here.
    func completed(by others: FormParameters) -> FormParameters {
        if values.isEmpty { return others }
        var completed = self
        completed.values.merge(others.values) { own, _ in own }
        return completed
    }

    /// The value of a parameter; nil if it was not sent.
    subscript(name: String) -> String? { values[name] }

    /// Returns the parameters with these names that are not empty.
    func filled(_ names: [String]) -> FormParameters {
        var filled = self
        filled.values = values.filter { names.contains($0.key) && !$0.value.isEmpty }
        return filled
    }

    /// The names of all parameters, in alphabetical order.
    var names: [String] { values.keys.sorted() }
}
