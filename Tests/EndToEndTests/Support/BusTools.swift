import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting

/// The names of `vsad` on the bus, as `dbus/interfaces` declares them.
enum AccountNames {
    static let bus = "org.vsasim.SubscriberAccount1"
    static let path = "/org/vsasim/SubscriberAccount1"
    static let interface = "org.vsasim.SubscriberAccount1"
    static let controlPath = "/org/vsasim/SubscriberAccount1/Control"
    static let control = "org.vsasim.SubscriberAccount1.Control"
}

/// D-Bus clients of other projects.
extension Daemons {
    /// `busctl` on the private bus.
    func busctl(_ arguments: String...) async throws -> ToolResult {
        try await run("busctl", ["--user", "--json=short"] + arguments)
    }

    /// `busctl call` of the app's interface.
    func busctlCall(_ member: String, _ arguments: String...) async throws -> ToolResult {
        try await run(
            "busctl",
            ["--user", "--json=short", "call", AccountNames.bus, AccountNames.path, AccountNames.interface, member]
                + arguments)
    }

    /// `gdbus` on the private bus, for the object of the account.
    func gdbus(_ command: String, _ arguments: String...) async throws -> ToolResult {
        try await run(
            "gdbus",
            [command, "--address", bus.address, "--dest", AccountNames.bus, "--object-path", AccountNames.path] + arguments)
    }

    /// `busctl call` of the interface that vsactl uses.
    func control(_ member: String, _ arguments: String...) async throws -> ToolResult {
        try await run(
            "busctl",
            ["--user", "--json=short", "call", AccountNames.bus, AccountNames.controlPath, AccountNames.control, member]
                + arguments)
    }

    /// Queues the user's next answer to one of the system's prompts.
    ///
    /// - Throws: `ConnectionError`, or `RemoteError` if the device rejects it.
    func queueAnswer(_ value: String, to prompt: Arrangement.Prompt) async throws {
        try await queueAnswer(value, toPrompt: prompt.rawValue)
    }

    /// The SAML response of the account, which `busctl` requests under its own name.
    ///
    /// - Throws: `ToolFailure` if the device rejects the request.
    func samlResponse(verificationToken: String?, attributes: [String] = ["userID", "householdID"]) async throws -> String {
        try await setAccess("busctl", "granted")
        let names = ["attribute-names", "as", "\(attributes.count)"] + attributes
        let token = verificationToken.map { ["verification-token", "s", $0] } ?? []
        let channel = ["channel-identifier", "s", "https://saml.sp.auth.adobe.com"]
        let count = verificationToken == nil ? "2" : "3"
        let answer = try await run(
            "busctl",
            [
                "--user", "--json=short", "call", AccountNames.bus, AccountNames.path, AccountNames.interface,
                "QueryMetadata", "a{sv}", count,
            ] + channel + names + token)
        let metadata = try BusAnswer(answer).dictionary()
        guard case .text(let response)? = metadata["saml-attribute-query-response"] else {
            throw ToolFailure(result: answer, reason: "no SAML response")
        }
        return response
    }
}

/// What `busctl --json=short call` prints: `{"type":"s","data":["granted"]}`, variants as the same kind of object.
struct BusAnswer {
    private let values: [Value]

    /// Reads it.
    ///
    /// - Throws: `ToolFailure` when the call failed.
    init(_ result: ToolResult) throws {
        guard case .object(let object) = try result.decoded(as: Value.self), case .list(let values)? = object["data"] else {
            throw ToolFailure(result: result, reason: "no data")
        }
        self.values = values
    }

    /// The first value.
    var first: Value { values.first ?? .null }

    /// The first value as `a{sv}`, without the variants' types.
    ///
    /// - Throws: `DeadlinePassed` when it is something else.
    func dictionary() throws -> [String: Value] {
        guard case .object(let entries) = first else { throw DeadlinePassed("no dictionary in \(values)") }
        return entries.mapValues { value in
            if case .object(let variant) = value, let data = variant["data"] { data } else { value }
        }
    }
}
