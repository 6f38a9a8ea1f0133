import TVWorld
import Testing

@testable import EntitlementCore

@Suite("Client information")
struct DeviceInformationTests {
    private func read(_ json: String) throws -> DeviceInformation { DeviceInformation(try JSON(parsing: json.utf8)) }

    @Test("every documented key is kept; restricted values in the documented spelling; unknown and empty ones are omitted")
    func keys() throws {
        let information = try read(
            #"""
            {"type":"settopbox","model":"AppleTV","version":"11,1","manufacturer":"Apple","vendor":"Apple","osName":"TVOS",
             "osFamily":"tvos","osVendor":"Apple","osVersion":18.0,"browserName":"safari","browserVendor":"Apple",
             "browserVersion":"18","userAgent":"x","displayWidth":1920,"displayHeight":"1080","displayPpi":0,
             "diagonalScreenSize":"55.5","connectionIp":"8.8.4.4","connectionPort":53124,"connectionType":"cellular",
             "connectionSecure":"True","applicationId":"CNN","something":"else","empty":{}}
            """#)
        #expect(
            information
                == .fields([
                    "primaryHardwareType": "SetTopBox", "model": "AppleTV", "version": "11,1", "manufacturer": "Apple",
                    "vendor": "Apple", "osName": "tvOS", "osFamily": "tvOS", "osVendor": "Apple", "osVersion": "18.0",
                    "browserName": "Safari", "browserVendor": "Apple", "browserVersion": "18", "userAgent": "x",
                    "displayWidth": "1920", "displayHeight": "1080", "displayPpi": "0", "diagonalScreenSize": "55.5",
                    "connectionIp": "8.8.4.4", "connectionPort": "53124", "connectionType": "cellular",
                    "connectionSecure": "true", "applicationId": "CNN",
                ]))
        #expect(information.platform == .tvos)
        #expect(
            try read(#"{"type":"TV","primaryHardwareType":"Tablet","model":"","osName":null}"#)
                == .fields(["primaryHardwareType": "Tablet"]))
        #expect(try read(#"{"primaryHardwareType":"Tablet","type":"TV"}"#) == .fields(["primaryHardwareType": "Tablet"]))
    }

    @Test(
        "the systems' names that the documented instructions send",
        arguments: [("iPadOS", "iOS", Platform.ios), ("iOS", "iOS", .ios), ("tvOS", "tvOS", .tvos), ("Roku", "Roku OS", nil)])
    func instructions(sent: String, name: String, platform: Platform?) throws {
        let information = try read(#"{"osName":"\#(sent)"}"#)
        #expect(information == .fields(["osName": name]) && information.platform == platform)
    }

    @Test(
        "a wrong value is named by the key that was sent",
        arguments: [
            (#"{"primaryHardwareType":"Phone"}"#, "primaryHardwareType"), (#"{"type":"Phone"}"#, "type"),
            (#"{"osName":"BeOS"}"#, "osName"), (#"{"osFamily":7}"#, "osFamily"), (#"{"browserName":"Lynx"}"#, "browserName"),
            (#"{"browserVendor":"GNU"}"#, "browserVendor"), (#"{"model":{}}"#, "model"), (#"{"model":["a"]}"#, "model"),
            (#"{"model":"a\u0000"}"#, "model"), (#"{"displayWidth":-1}"#, "displayWidth"),
            (#"{"displayWidth":"0x10"}"#, "displayWidth"), (#"{"displayPpi":"nan"}"#, "displayPpi"),
            (#"{"diagonalScreenSize":"1e9"}"#, "diagonalScreenSize"), (#"{"connectionPort":65536}"#, "connectionPort"),
            (#"{"connectionSecure":"maybe"}"#, "connectionSecure"),
        ])
    func wrong(json: String, key: String) throws {
        guard case .wrong(let named, let accepted) = try read(json) else {
            Issue.record("\(json) was taken")
            return
        }
        #expect(named == key && !accepted.isEmpty)
    }

    @Test("anything but an object is unreadable")
    func unreadable() throws {
        for json in ["[]", "\"a\"", "1", "null"] { #expect(try read(json) == .unreadable) }
    }

    @Test("the normalized object has the structure of the published sample")
    func normalized() throws {
        let information = try read(
            #"""
            {"primaryHardwareType":"SetTopBox","model":"AFTMM","manufacturer":"Roku","osName":"Android","osVendor":"Amazon",
             "osVersion":"7.1.2","browserName":"Chrome","browserVendor":"Google","browserVersion":"112.0.5615.197",
             "connectionPort":"9934","connectionSecure":false}
            """#)
        let version = #"{"major":0,"minor":0,"patch":0,"profile":""}"#
        #expect(
            information.normalized(ClientConnection(userAgent: "agent", address: "193.105.140.131", port: 4, isSecure: true))
                .serialized
                == #"{"type":"SetTopBox","model":"AFTMM","version":\#(version),"#
                + #""hardware":{"name":"AFTMM","vendor":"Unknown","version":\#(version),"manufacturer":"Roku"},"#
                + #""operatingSystem":{"name":"Android","family":"Android","vendor":"Amazon","#
                + #""version":{"major":7,"minor":1,"patch":2,"profile":""}},"#
                + #""browser":{"name":"Chrome","vendor":"Google","version":{"major":112,"minor":0,"patch":5615,"profile":""},"#
                + #""userAgent":"agent","originalUserAgent":"agent"},"#
                + #""display":{"width":0,"height":0,"ppi":0,"name":"DISPLAY","vendor":null,"version":null,"diagonalSize":null},"#
                + #""applicationId":null,"#
                + #""connection":{"ipAddress":"193.105.140.131","port":"9934","secure":false,"type":null}}"#)
    }

    @Test("a code reports unknown values as its interface does")
    func kept() throws {
        var code = RegistrationCode(
            code: "AAAAAAA", id: "i", key: DeviceKey(requestor: "REF30", deviceID: "d"), clientID: "c", platform: .tvos,
            device: ["model": "AppleTV"], connection: ClientConnection(userAgent: "agent", address: "::1", port: 4),
            createdAt: 1, expiresAt: 2)
        #expect(code.normalizedDevice["browser"]?["userAgent"] == "agent")
        #expect(code.normalizedDevice["connection"]?["ipAddress"] == "::1")
        #expect(code.normalizedDevice["hardware"]?["vendor"] == "Unknown")
        code.session = AuthenticationSession(id: "s")
        #expect(code.normalizedDevice["hardware"]?["vendor"] == .null && code.normalizedDevice["model"] == "AppleTV")
    }

    @Test("missing values are inferred: hardware, family, vendor")
    func inferred() throws {
        let phone = try read(#"{"model":"iPhone","version":"14,2","osName":"iOS","osVersion":"18.0-beta"}"#).normalized(.init())
        #expect(phone["type"] == "MobilePhone" && phone["operatingSystem"]?["vendor"] == "Apple")
        #expect(phone["version"]?["major"]?.integer == 14 && phone["version"]?["minor"]?.integer == 2)
        #expect(phone["operatingSystem"]?["version"]?["profile"] == "-beta")
        #expect(try read(#"{"model":"iPad13,1"}"#).normalized(.init())["type"] == "Tablet")
        #expect(try read(#"{"osName":"tvOS"}"#).normalized(.init())["type"] == "SetTopBox")
        let desktop = try read(#"{"osName":"OS X"}"#).normalized(.init())
        #expect(desktop["operatingSystem"]?["family"] == "macOS" && desktop["type"] == "Unknown")
        #expect(DeviceInformation.absent.normalized(.init())["connection"]?["port"] == .null)
    }

    @Test("the size of the display is numbers, and a string for the diagonal")
    func display() throws {
        let television = try read(#"{"displayWidth":"1920","displayHeight":1080,"displayPpi":40,"diagonalScreenSize":55.5}"#)
        #expect(
            television.normalized(.init())["display"]?.serialized
                == #"{"width":1920,"height":1080,"ppi":40,"name":"DISPLAY","vendor":null,"version":null,"diagonalSize":"55.5"}"#)
    }
}
