import DecisionTables
import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// `getMetadata`: every opcode, what is missing, and when the user metadata are fetched again.
@Suite("Metadata")
struct MetadataTests {
    private func field(_ name: String) -> [String: JSONValue] { ["opCode": .integer(3), "user_metadata_name": .text(name)] }

    private func value(_ arguments: [String: JSONValue], in app: inout FakeApp) -> JSONValue? {
        app.call(.getMetadata(arguments: arguments))
        guard case .setMetadataStatus(let value, _, let key, let echo)? = app.takeCallbacks().last else {
            Issue.record("no setMetadataStatus")
            return nil
        }
        #expect(echo == arguments && Int64(key) == arguments["opCode"]?.integer ?? -1)
        return value
    }

    @Test("expiry of the authentication: milliseconds since 1970 as a decimal string; nil without a login and after its end")
    func authentication() {
        var app = FakeApp.signedIn()
        #expect(value(["opCode": .integer(0)], in: &app) == .text("\(app.service.now + 30 * 86_400_000)"))
        app.service.now += 30 * 86_400_000
        #expect(value(["opCode": .integer(0)], in: &app) == nil)
        app.call(.logout)
        _ = app.takeCallbacks()
        #expect(value(["opCode": .integer(0)], in: &app) == nil)
    }

    @Test("expiry of an authorization: of that resource only, never after the login's, nil when it has ended")
    func authorization() {
        var app = FakeApp.signedIn()
        let news: [String: JSONValue] = ["opCode": .integer(1), "resource_id": .text("news")]
        #expect(value(news, in: &app) == nil)
        app.call(.getAuthorization(resource: "news", data: [:]))
        _ = app.takeCallbacks()
        #expect(value(news, in: &app) == .text("\(app.service.now + 86_400_000)"))
        #expect(value(["opCode": .integer(1), "resource_id": .text("kids")], in: &app) == nil)
        #expect(value(["opCode": .integer(1)], in: &app) == nil)
        app.service.now += 86_400_000
        #expect(value(news, in: &app) == nil)
    }

    @Test("the device's identifier is returned if the service allows it", arguments: [false, true])
    func device(isTold: Bool) {
        var app = FakeApp()
        app.service.tellsDeviceID = isTold
        app.setUp()
        #expect(value(["opCode": .integer(2)], in: &app) == (isTold ? .text("device-1") : nil))
    }

    @Test("a field of the user metadata, missing ones, no field, no login, unknown opcodes")
    func user() {
        var app = FakeApp.signedIn()
        #expect(value(field("userID"), in: &app) == .text("u-alice"))
        for arguments in [field("language"), field(""), ["opCode": .integer(3)], ["opCode": .integer(9)], [:]] {
            #expect(value(arguments, in: &app) == nil, "\(arguments)")
        }
        #expect(value(["opCode": .text("3"), "user_metadata_name": .text("userID")], in: &app) == .text("u-alice"))
        app.call(.logout)
        _ = app.takeCallbacks()
        #expect(value(field("userID"), in: &app) == nil)
    }

    @Test("metadata is fetched with the login and kept; an authorization may change it, so it is fetched again")
    func refresh() {
        var app = FakeApp.signedIn()
        let path = "/api/v1/tokens/usermetadata"
        func fetches() -> Int { app.service.requests.count { $0.path == path } }
        _ = value(field("userID"), in: &app)
        _ = value(field("zip"), in: &app)
        #expect(fetches() == 1)
        app.call(.getAuthorization(resource: "news", data: [:]))
        _ = app.takeCallbacks()
        app.service.furtherMetadata = ["remaining_resources": .integer(2)]
        #expect(value(field("remaining_resources"), in: &app) == .integer(2))
        #expect(fetches() == 2)
        _ = value(field("userID"), in: &app)
        app.call(.getAuthorization(resource: "news", data: [:]))
        _ = app.takeCallbacks()
        _ = value(field("userID"), in: &app)
        #expect(fetches() == 2, "a cached authorization changes nothing")
        app.relaunch()
        app.setUp()
        #expect(value(field("remaining_resources"), in: &app) == .integer(2))
        #expect(fetches() == 2, "kept in the storage")
    }

    @Test("if it cannot be fetched again: nothing if throttled or without a session, otherwise the previous values")
    func failures() {
        for (status, expected, codes) in [
            (429, nil, []), (412, nil, []), (503, JSONValue.text("u-alice"), ["500"]), (200, .text("u-alice"), []),
        ] as [(Int, JSONValue?, [String])] {
            var app = FakeApp.signedIn()
            app.call(.getAuthorization(resource: "news", data: [:]))
            app.service.faults["/api/v1/tokens/usermetadata"] = status
            _ = app.takeCallbacks()
            app.call(.getMetadata(arguments: field("userID")))
            let callbacks = app.takeCallbacks()
            #expect(callbacks.last == .setMetadataStatus(expected, isEncrypted: false, key: 3, arguments: field("userID")))
            #expect(callbacks.dropLast().compactMap { $0.entry.details["errorId"]?.text } == codes, "\(status)")
        }
        var app = FakeApp.signedIn()
        app.call(.getAuthorization(resource: "news", data: [:]))
        app.service.isReachable = false
        #expect(value(field("userID"), in: &app) == .text("u-alice"))
    }

    @Test("values are Foundation's: NSString, NSNumber, NSArray, NSDictionary, and Swift's types of them")
    func foundation() throws {
        let text = JSONValue.text("a").foundation
        #expect(text as? String == "a" && text as? NSString == "a")
        let number = JSONValue.integer(2).foundation
        #expect(number as? Int == 2 && (number as? NSNumber)?.intValue == 2)
        let flag = JSONValue.flag(true).foundation
        #expect(flag as? Bool == true && (flag as? NSNumber)?.boolValue == true)
        let list = JSONValue.list([.text("a"), .text("b")]).foundation
        #expect(list as? [String] == ["a", "b"] && (list as? NSArray)?.count == 2)
        let object = JSONValue.object(["MPAA": .text("R")]).foundation
        #expect((object as? [String: Any])?["MPAA"] as? String == "R" && object as? [String: String] == ["MPAA": "R"])
        #expect((object as? NSDictionary)?["MPAA"] as? String == "R")
        for opcode in [METADATA_USER_META, METADATA_USER_META + 0] as [Any] + [Int(3), UInt8(3), NSNumber(value: 3), "3"] {
            let value = try #require(JSONValue(foundation: opcode))
            #expect(MetadataArguments(["opCode": value]).key == METADATA_USER_META, "\(opcode)")
        }
    }
}
