import Testing

@testable import EntitlementService

@Suite("The parameters of a call")
struct FormParametersTests {
    private func pairs(_ text: String) -> [String: String] {
        let parameters = FormParameters(text)
        return Dictionary(uniqueKeysWithValues: parameters.names.map { ($0, parameters[$0] ?? "") })
    }

    @Test(
        "parameters are separated by &, and the first of equal names counts",
        arguments: [
            ("", [:]), ("&&a=b&", ["a": "b"]), ("a=b&a=c&d", ["a": "b", "d": ""]), ("=b", ["": "b"]),
            ("a==&b=c=d", ["a": "=", "b": "c=d"]),
            ("a=%26+%3D&b=%4&c%ff=1&d=%C3%A9", ["a": "& =", "d": "é"]),
        ] as [(String, [String: String])])
    func parsing(text: String, expected: [String: String]) { #expect(pairs(text) == expected) }

    @Test("only the first 64 count; those that cannot be decoded are among them, empty ones are not")
    func limit() {
        let many = (0..<65).map { "p\($0)=" }
        #expect(pairs(many.joined(separator: "&")).count == 64)
        #expect(pairs(many.joined(separator: "&&")).count == 64)
        #expect(pairs("%=1&" + many.joined(separator: "&")).count == 63)
    }

    @Test(
        "the first parameter that cannot be decoded is known by its name, or as it was sent",
        arguments: [
            ("a=b&c", nil), ("a=%4&b=%FF", "a"), ("a=1&b+c=%FF", "b c"), ("c%ff=1", "c%ff=1"), ("%=1&a=%ZZ", "%=1"),
        ] as [(String, String?)])
    func unreadable(text: String, name: String?) {
        #expect(FormParameters(text).unreadable == name)
        #expect(FormParameters().completed(by: FormParameters(text)).unreadable == name)
        #expect(FormParameters(text).completed(by: FormParameters("d=e")).unreadable == name)
        #expect(FormParameters("d=e").completed(by: FormParameters(text)).unreadable == name)
    }
}
