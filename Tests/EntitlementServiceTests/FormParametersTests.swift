import HTTPTypes
import Testing

@testable import EntitlementService

@Suite("The parameters of a call")
struct FormParametersTests {
    private func pairs(_ text: String) throws -> [String: String] {
        let parameters = try FormParameters(text)
        return Dictionary(uniqueKeysWithValues: parameters.names.map { ($0, parameters[$0] ?? "") })
    }

    @Test(
        "parameters are separated by &, and the first of equal names counts",
        arguments: [
            ("", [:]), ("&&a=b&", ["a": "b"]), ("a=b&a=c&d", ["a": "b", "d": ""]), ("=b", ["": "b"]),
            ("a==&b=c=d", ["a": "=", "b": "c=d"]),
            ("a=%26+%3D&b=%4&c%ff=1&d=%C3%A9", ["a": "& =", "d": "é"]),
        ] as [(String, [String: String])])
    func parsing(text: String, expected: [String: String]) throws { #expect(try pairs(text) == expected) }

    @Test(
        "the first parameter that was repeated is known, whether it is in the form or in the query",
        arguments: [("a=b&c=d", nil), ("a=b&c=d&c=d&a=e", "c"), ("a&%61", "a"), ("a=%FF&a=b", nil)])
    func repeated(text: String, name: String?) throws {
        let (parameters, others) = (try FormParameters(text), try FormParameters("a=b"))
        #expect(parameters.repeated == name)
        #expect(FormParameters().completed(by: parameters).repeated == name)
        #expect(parameters.completed(by: others).repeated == name)
        #expect(others.completed(by: parameters).repeated == name)
    }

    @Test("more than 64 are rejected; those that cannot be decoded count, empty ones do not")
    func limit() throws {
        let many = (0..<64).map { "p\($0)=" }
        #expect(try pairs(many.joined(separator: "&&") + "&").count == 64)
        for excessive in ["a=b", "%=1"] {
            #expect {
                try pairs(([excessive] + many).joined(separator: "&"))
            } throws: {
                ($0 as? ServiceError)?.message == "A query or form takes at most 64 parameters."
            }
        }
    }

    @Test("a call with more than 64 parameters in its query or form is rejected, not answered without some")
    func excessive() async throws {
        let many = (0..<64).map { "p\($0)=" }.joined(separator: "&")
        try await Fixture().testApp { app in
            for path in ["/api/v1/checkauthn?\(many)&requestor=REF30", "/api/v2/REF30/logout/AlphaCable?\(many)&redirectUrl=a"] {
                let answer = try await app.get(path)
                #expect(answer.status == 400 && answer.message == "A query or form takes at most 64 parameters.", "\(path)")
            }
            let form = try await app.send(
                .post, "/api/v2/REF30/sessions", headers: [.contentType: "application/x-www-form-urlencoded"],
                body: "\(many)&mvpd=AlphaCable")
            #expect(form.status == 400 && form.code == "bad_request")
        }
    }

    @Test(
        "the first parameter that cannot be decoded is known by its name, or as it was sent",
        arguments: [
            ("a=b&c", nil), ("a=%4&b=%FF", "a"), ("a=1&b+c=%FF", "b c"), ("c%ff=1", "c%ff=1"), ("%=1&a=%ZZ", "%=1"),
        ] as [(String, String?)])
    func unreadable(text: String, name: String?) throws {
        let (parameters, others) = (try FormParameters(text), try FormParameters("d=e"))
        #expect(parameters.unreadable == name)
        #expect(FormParameters().completed(by: parameters).unreadable == name)
        #expect(parameters.completed(by: others).unreadable == name)
        #expect(others.completed(by: parameters).unreadable == name)
    }
}
