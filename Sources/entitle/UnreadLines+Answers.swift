import EntitlementREST
import ServiceAccess

// The answers of the client of REST API v2.
extension UnreadLines {
    /// Prints the answer to a call: its name, then the service's members.
    func add(_ name: String, _ json: JSONValue = .object([:])) {
        var line = Line("answer", name)
        for (key, value) in (json.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            line.add(key, json: String(decoding: value.serialized, as: UTF8.self))
        }
        add(name, line, members: line)
    }

    /// Prints the error of a call: the service's error unchanged, any other with a code and a message.
    func add(_ error: EntitlementClientError, of name: String) {
        let json: JSONValue
        if case .service(let error) = error {
            json = error.json
        } else {
            json = .object(["code": .text(Self.code(of: error)), "message": .text(error.description)])
        }
        var line = Line("error", json: String(decoding: json.serialized, as: UTF8.self))
        line.add("call", name)
        var members = Line("call", name)
        for (key, value) in json.object ?? [:] { members.add(key, json: String(decoding: value.serialized, as: UTF8.self)) }
        add("error", line, members: members)
    }

    private static func code(of error: EntitlementClientError) -> String {
        switch error {
        case .registration: "registration"
        case .service(let error): error.code.word
        case .throttled: "throttled"
        case .http: "http"
        case .connection: "connection"
        case .unreadable: "unreadable"
        case .sessionEnded: "sessionEnded"
        case .cancelled: "cancelled"
        }
    }
}
