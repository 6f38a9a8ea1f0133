import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementCore
@testable import EntitlementService

@Suite("The headers of REST v2")
struct ClientHeadersTests {
    private func headers(_ name: HTTPField.Name, _ values: String...) -> ClientHeaders {
        var fields: HTTPFields = [:]
        fields[values: name] = values
        return ClientHeaders(fields)
    }

    private static func base64(_ text: String) -> String { Client.base64(text) }
    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    @Test(
        "a device identifier is fingerprint and Base64 of either alphabet, padded or not; binary ones by their digits",
        arguments: [
            ("fingerprint ZGV2aWNlLTE=", "device-1"), ("fingerprint ZGV2aWNlLTE", "device-1"), ("Fingerprint ZA==", "d"),
            ("fingerprint Pz8/", "???"), ("fingerprint Pz8_", "???"), ("fingerprint /w==", "ff"), ("fingerprint _w", "ff"),
        ])
    func identifiers(header: String, identifier: String) {
        #expect(headers(.deviceIdentifier, header).deviceIdentifier == .value(identifier))
    }

    @Test(
        "any other device identifier is malformed, and a missing one is absent",
        arguments: [
            "", "fingerprint", "fingerprint ", "ZGV2aWNlLTE=", "sha256 ZGV2aWNlLTE=", "fingerprint Z", "fingerprint ZA=",
            "fingerprint ZA===", "fingerprint Z=A=", "fingerprint Z%3D", "fingerprint  ZA==",
            "fingerprint ZA== ZA==", "fingerprint é", "fingerprint ====",
        ])
    func malformedIdentifiers(header: String) {
        #expect(headers(.deviceIdentifier, header).deviceIdentifier == .malformed)
        #expect(ClientHeaders([:]).deviceIdentifier == .absent)
    }

    @Test("a device identifier may have 1 to 1024 bytes, of binary ones half as many, and is sent once")
    func identifierLimits() {
        for (bytes, isRight) in [
            ([UInt8](repeating: 65, count: 1_024), true), ([UInt8](repeating: 65, count: 1_025), false),
            ([UInt8](repeating: 255, count: 512), true), ([UInt8](repeating: 255, count: 513), false),
        ] {
            let identifier = headers(.deviceIdentifier, "fingerprint \(Self.base64(bytes))").deviceIdentifier
            #expect((identifier != .malformed) == isRight, "\(bytes.count) of \(bytes[0])")
        }
        #expect(headers(.deviceIdentifier, "fingerprint ZA==", "fingerprint ZA==").deviceIdentifier == .malformed)
    }

    @Test("device information is Base64 of a JSON object, sent once")
    func information() {
        let json = Self.base64(#"{"osName":"tvOS","model":"AppleTV6,2","other":[1]}"#)
        #expect(headers(.deviceInformation, json).device.platform == .tvos)
        #expect(ClientHeaders([:]).device == .absent)
        let deep = Self.base64(String(repeating: #"{"a":"#, count: 600) + "1" + String(repeating: "}", count: 600))
        for wrong in ["", "%%%", "{}", Self.base64("[]"), Self.base64("{"), Self.base64([255, 254]), deep] {
            #expect(headers(.deviceInformation, wrong).device == .unreadable, "\(wrong.prefix(32))")
        }
        #expect(headers(.deviceInformation, json, json).device == .unreadable)
        guard case .wrong("osName", _) = headers(.deviceInformation, Self.base64(#"{"osName":"BeOS"}"#)).device else {
            Issue.record("a restricted value outside its list is accepted")
            return
        }
        #expect(
            headers(.deviceInformation, Self.base64(#"{"type":"Projector"}"#)).device["primaryHardwareType"] == "Projector")
        #expect(headers(.deviceInformation, Self.base64(#"{"osVendor":"apple"}"#)).device["osVendor"] == "Apple")
        // REST v1 accepts any.
        #expect(DeviceInformation.reading(Self.base64(#"{"osVendor":"Acme"}"#))["osVendor"] == "Acme")
        guard case .wrong("osVendor", _) = headers(.deviceInformation, Self.base64(#"{"osVendor":"Acme"}"#)).device else {
            Issue.record("a vendor outside the list is accepted")
            return
        }
    }

    @Test("a partner status is standard Base64 of JSON with a known access; any other header has none")
    func partner() {
        let granted =
            #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"a","expirationDate":"5"}}"#
        let expected = PartnerFrameworkStatus(access: .granted, provider: "a", expiration: .at(5))
        #expect(headers(.partnerFrameworkStatus, Self.base64(granted)).partnerStatus == expected)
        let pending = #"{"frameworkPermissionInfo":{"accessStatus":"pending"}}"#
        #expect(headers(.partnerFrameworkStatus, Self.base64(pending)).partnerStatus?.access == .notDetermined)
        let wrongTypes =
            #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":7,"expirationDate":{}}}"#
        #expect(
            headers(.partnerFrameworkStatus, Self.base64(wrongTypes)).partnerStatus
                == PartnerFrameworkStatus(access: .granted, expiration: .unreadable))
        for wrong in [
            "", "granted", granted, Self.base64("granted"), Self.base64("[]"), Self.base64([255]), Self.base64("{}"),
            Self.base64(#"{"frameworkPermissionInfo":"granted"}"#),
            Self.base64(#"{"frameworkPermissionInfo":{"accessStatus":1}}"#),
            Self.base64(#"{"frameworkPermissionInfo":{"accessStatus":"Granted"}}"#), Self.base64(granted) + "=",
            Client.encode(Self.base64(granted)), Self.base64(granted + String(repeating: " ", count: 3)).dropLast() + "",
            Self.base64(String(repeating: "[", count: 5_000)),
        ] {
            #expect(headers(.partnerFrameworkStatus, wrong).partnerStatus?.access == nil, "\(wrong.prefix(64))")
        }
        let value = Self.base64(granted)
        #expect(headers(.partnerFrameworkStatus, value, value).partnerStatus == nil)
    }

    @Test("an identity for a temporary pass is Base64 of an object of strings, of which only digests remain")
    func temporaryPass() {
        let identifiers = headers(.temporaryPassIdentity, Self.base64(#"{"email":"a@example.com"}"#)).temporaryPassIdentifiers
        #expect(identifiers?.keys.sorted() == ["email"] && identifiers?["email"]?.count == 64)
        #expect(ClientHeaders([:]).temporaryPassIdentifiers == nil)
        for wrong in [
            "", "%%%", Self.base64("[]"), Self.base64(#"{"email":7}"#), Self.base64(#"{"email":""}"#), Self.base64([255, 123]),
            Self.base64(#"{"email":"\#(String(repeating: "a", count: 5_000))"}"#), Self.base64(#"{"email":{"a":"b"}}"#),
        ] {
            #expect(headers(.temporaryPassIdentity, wrong).temporaryPassIdentifiers == nil, "\(wrong.prefix(32))")
        }
        let others = Self.base64(#"{"age":5,"email":"a@example.com","tags":["a"]}"#)
        #expect(headers(.temporaryPassIdentity, others).temporaryPassIdentifiers == identifiers)
        let value = Self.base64(#"{"email":"a@example.com"}"#)
        #expect(headers(.temporaryPassIdentity, value, value).temporaryPassIdentifiers == nil)
    }

    @Test("a visitor is identified by a text of at most 1024 bytes; tokens are passed on, Adobe's before Roku's")
    func others() {
        #expect(headers(.visitorIdentifier, "ecid").visitorID == "ecid")
        for wrong in ["", String(repeating: "x", count: 1_025)] { #expect(headers(.visitorIdentifier, wrong).visitorID == nil) }
        #expect(headers(.visitorIdentifier, "a", "b").visitorID == nil)
        var fields: HTTPFields = [.rokuToken: "roku"]
        #expect(ClientHeaders(fields).subjectToken == "roku" && ClientHeaders(fields).serviceToken == nil)
        fields[.subjectToken] = "adobe"
        #expect(ClientHeaders(fields).subjectToken == "adobe")
        fields[values: .subjectToken] = ["adobe", "adobe"]
        #expect(ClientHeaders(fields).subjectToken == nil)
        fields[.serviceToken] = "service"
        #expect(ClientHeaders(fields).serviceToken == "service")
    }
}
