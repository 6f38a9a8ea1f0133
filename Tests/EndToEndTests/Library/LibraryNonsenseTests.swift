import DBus
import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// A device that returns nonsense, and an app on the same bus with the real service: the right code, the right callback, once.
@Suite("A nonsensical device through the library", .daemonLogs)
struct LibraryNonsenseTests {
    struct Situation: Sendable, CustomStringConvertible {
        let description: String
        let answers: [String: RogueDevice.Answer]
        /// The callbacks of setRequestor, checkAuthentication and getAuthentication, without tracking data.
        let callbacks: [String]

        init(_ description: String, _ answers: [String: RogueDevice.Answer], _ callbacks: [String]) {
            self.description = description
            self.answers = answers
            self.callbacks = callbacks
        }
    }

    /// The account cannot be read.
    private static let failure = ["APPL"] + configured + ["APPL_ERROR"] + unauthenticated + ["VSA503", "displayProviderDialog"]
    private static let configured = ["setRequestorComplete 1"]
    private static let unauthenticated = ["N000", "setAuthenticationStatus 0 User Not Authenticated Error"]
    /// A user is signed in, at a provider whose response does not lead to a token.
    private static let refused = configured + unauthenticated + ["VSA503", "displayProviderDialog"]
    /// The device fails when it has to prompt the user.
    private static let unasked = configured + unauthenticated + ["VSA503", "displayProviderDialog"]

    private static let huge = String(repeating: "x", count: 1 << 20)
    private static let signedIn = "account-provider-identifier"
    private static let response = "saml-attribute-query-response"

    private static let status = [
        Situation("a number as status", ["CheckAccessStatus": .values("u", [UInt32(7)])], failure),
        Situation("two values as status", ["CheckAccessStatus": .values("ss", ["granted", "granted"])], failure),
        Situation("nothing as status", ["CheckAccessStatus": .values("", [])], failure),
        Situation(
            "an error of an unknown name for the status", ["CheckAccessStatus": .error("com.example.Nonsense", [UInt32(1)])],
            failure),
        Situation("no status, ever", ["CheckAccessStatus": .never], failure),
        Situation("it leaves instead of a status", ["CheckAccessStatus": .leaves], failure),
        Situation("no registration, ever", ["Register": .never], failure),
        Situation(
            "a status that nobody knows is none that is granted", ["CheckAccessStatus": .values("s", [huge])],
            ["VSA403"] + configured + ["VSA403"] + unauthenticated + ["VSA403", "displayProviderDialog"]),
    ]

    private static let metadata = [
        Situation("a text as metadata", ["QueryMetadata": .values("s", ["alpha.example"])], failure),
        Situation("a list as metadata", ["QueryMetadata": .values("as", [["alpha.example"]])], failure),
        Situation(
            "an error of an unknown name", ["QueryMetadata": .error("org.vsasim.SubscriberAccount1.Error.Nonsense")], failure),
        Situation(
            "an error with a body of another shape",
            ["QueryMetadata": .error("org.vsasim.SubscriberAccount1.Error.ProviderRejected", [UInt32(1), ["a", "b"]])], failure),
        Situation("no metadata, ever", ["QueryMetadata": .never], failure),
        Situation("it leaves instead of metadata", ["QueryMetadata": .leaves], failure),
        Situation(
            "a number as provider", ["QueryMetadata": .metadata([signedIn: BusVariant(UInt32(1))])], failure),
        Situation(
            "a provider of a megabyte", ["QueryMetadata": .metadata([signedIn: BusVariant(huge)])],
            configured + unauthenticated + ["N004", "displayProviderDialog"]),
    ]

    private static let responses = [
        ("no response", nil), ("an empty response", ""), ("a response that is no XML", "nonsense"),
        ("a response that is no SAML", "<html><body>Welcome</body></html>"), ("a response that breaks off", "<samlp:Response "),
        ("a response of a megabyte", huge), ("a response of blanks", String(repeating: " \n", count: 1_000)),
    ].map { (description: String, text: String?) in
        let metadata = [signedIn: BusVariant("alpha.example"), response: text.map { BusVariant($0) }].compactMapValues { $0 }
        let isEmpty = text?.allSatisfy(\.isWhitespace) ?? true
        return Situation(
            description, ["QueryMetadata": .metadata(metadata)], isEmpty ? ["APPL"] + refused : refused)
    }

    private static let requests = [
        Situation("a number as request object", ["RequestMetadata": .values("u", [UInt32(1)])], unasked),
        Situation("an error of an unknown name when it asks", ["RequestMetadata": .error("com.example.Nonsense")], unasked),
        Situation("it leaves when it asks", ["RequestMetadata": .leaves], unasked),
        Situation("completed with a text", ["RequestMetadata": .request([("Completed", ["nonsense"])])], unasked),
        Situation("completed with nothing", ["RequestMetadata": .request([("Completed", [])])], unasked),
        Situation(
            "completed, completed, and failed", ["RequestMetadata": .request([completed, completed, failed("Nonsense")])], unasked
        ),
        Situation("failed by an unknown name", ["RequestMetadata": .request([failed("Nonsense"), completed])], unasked),
        Situation("failed with a number", ["RequestMetadata": .request([("Failed", [UInt32(1)]), completed])], unasked),
    ]
    private static let completed = (member: "Completed", arguments: [[String: BusVariant]()] as [any BusValueConvertible])

    private static func failed(_ name: String) -> (member: String, arguments: [any BusValueConvertible]) {
        ("Failed", ["org.vsasim.SubscriberAccount1.Error.\(name)", huge, [String: BusVariant]()])
    }

    static let all = status + metadata + responses + requests

    private func text(_ callback: PrintedCallback) -> String? {
        switch callback.name {
        case "sendTrackingData": nil
        case "status": callback.text("errorId")
        case "setRequestorComplete": "setRequestorComplete \(callback.integer("status") ?? -1)"
        case "setAuthenticationStatus":
            "setAuthenticationStatus \(callback.integer("status") ?? -1) \(callback.text("code") ?? "")"
        default: callback.name
        }
    }

    @Test("invalid values of the device", arguments: all)
    func nonsense(_ situation: Situation) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await TestBus.with { bus in
                let device = try await RogueDevice(answers: situation.answers).appear(on: bus)
                let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
                let app = try AppProcess(
                    options: ["--storage", storage],
                    environment: daemons.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 },
                    log: daemons.workspace.folder.path("logs/entitle.log"))
                var callbacks: [PrintedCallback] = []
                for (command, end) in [
                    ("setRequestor REF30", "setRequestorComplete"), ("checkAuthentication", "setAuthenticationStatus"),
                    ("getAuthentication", "displayProviderDialog"),
                ] {
                    callbacks += try await app.callbacks(of: command, until: end)
                }
                callbacks += try await app.callbacksUntilNow()
                #expect(callbacks.compactMap(text) == situation.callbacks, "\(situation)")
                for callback in callbacks where ["APPL", "APPL_ERROR"].contains(callback.text("errorId")) {
                    #expect(callback.text("details")?.isEmpty == false, "\(callback)")
                }
                // A page does not stay open because the app's user never selected a provider.
                try await app.send("setSelectedProvider null")
                let rest = try await app.quit()
                #expect(rest.exit == .exited(0) && rest.callbacks.count { $0.name == "setAuthenticationStatus" } == 1, "\(rest)")
                await device.close()
            }
        }
    }
}
