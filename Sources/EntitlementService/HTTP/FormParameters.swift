import Encodings
import HTTPTypes

/// The parameters of a call: the query, and the form in the body.
struct FormParameters: Sendable {
    private var values: [String: String] = [:]
    /// The name, or else the text as sent, of the first parameter that is not percent-encoded UTF-8; nil if all are. Calls that
    /// would affect more without a parameter reject it.
    private(set) var unreadable: String?
    /// The name of the first parameter that was sent again; nil if none was. Client registration rejects it.
    private(set) var repeated: String?

    /// The maximum number of parameters, more than any call needs.
    static let limit = 64

    /// Creates an empty list of parameters.
    init() {}

    /// Parses `a=b&c=d`. The first of several equal names is used; parameters that are not UTF-8 have no value.
    ///
    /// - Throws: ``ServiceError`` if they exceed the limit: a call without some of them could mean something else.
    init(_ text: String) throws(ServiceError) {
        // By bytes: a mark that combines with the preceding separator belongs to the value.
        var rest = Array(text.utf8)[...]
        var count = 0
        while !rest.isEmpty {
            let pair = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[pair.endIndex...].dropFirst()
            guard !pair.isEmpty else { continue }
            count += 1
            guard count <= Self.limit else {
                throw ServiceError(.badRequest, "A query or form takes at most \(Self.limit) parameters.")
            }
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let decoded = PercentEncoding.decode(pair[..<end], plusIsSpace: true)
            guard let name = decoded, let value = PercentEncoding.decode(pair[end...].dropFirst(), plusIsSpace: true) else {
                unreadable = unreadable ?? String((decoded ?? String(decoding: pair, as: UTF8.self)).prefix(64))
                continue
            }
            if values[name] == nil { values[name] = value } else { repeated = repeated ?? name }
        }
    }

    /// Returns these parameters, completed by others that are missing here.
    func completed(by others: FormParameters) -> FormParameters {
        if values.isEmpty, unreadable == nil { return others }
        var completed = self
        completed.unreadable = unreadable ?? others.unreadable
        completed.repeated = repeated ?? others.repeated
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
