import TVWorld
import Testing

@testable import EntitlementCore

@Suite("Return addresses of logins and logouts")
struct ReturnAddressTests {
    private let addresses = ReturnAddresses(schemes: ["adbe.example"], domains: ["example.com"])

    @Test(
        "The app's own address, registered schemes and domains, and listeners on the user's machine are accepted",
        arguments: [
            "adobepass://ios.app", "adbe.example://done", "ADBE.example://done", "https://example.com",
            "https://www.example.com/a?b#c",
            "http://example.com:8080/a", "http://127.0.0.1:1/", "http://127.0.0.1:65535/done?x=1", "http://127.0.0.1:8080",
            "http://127.0.0.1:8080?x", "http://127.0.0.1:08080/",
        ])
    func taken(address: String) {
        #expect(addresses.accept(address))
    }

    @Test(
        "No other address is accepted",
        arguments: [
            "", "adobepass://ios.app/more", "adobepass://other.app", "other://done", "javascript://example.com", "example.com",
            "https://notexample.com", "https://example.com.stranger.example", "https://stranger\\.example.com",
            "https://example.com@x.example",
            "https://user@example.com", "https://example.com:80a/", "http://127.0.0.1/", "http://127.0.0.1:/",
            "http://127.0.0.1:0/",
            "http://127.0.0.1:65536/", "http://127.0.0.1:80@x.example/", "http://127.0.0.1:+80/", "http://127.0.0.10:80/",
            "http://127.0.0.1.example.net:80/", "http://localhost:80/", "http://[::1]:80/", "https://127.0.0.1:80/",
            "https://.example.com/", "https://..example.com/", "https://a..example.com/", "https://example.com./",
            "http://127.0.0.1:80 /", "http://127.0.0.1:80\n/", "http://x@127.0.0.1:80/",
        ])
    func refused(address: String) {
        #expect(!addresses.accept(address))
    }

    @Test("If plain HTTP is not accepted, neither are listeners")
    func withoutPlainHTTP() {
        var addresses = addresses
        addresses.takesPlainHTTP = false
        #expect(!addresses.accept("http://127.0.0.1:8080/"))
        #expect(!addresses.accept("http://example.com/"))
        #expect(addresses.accept("https://example.com/"))
    }

    @Test("No browser is redirected to an invalid default address, which a file of an earlier version may have")
    func storedDestination() {
        func destination(_ address: String) -> String? {
            var requestor = World.builtIn.requestors[0]
            requestor.defaultRedirectURL = address
            return EntitlementState(baseline: .builtIn).returnAddresses(of: requestor, statement: nil).destination(nil)
        }
        #expect(destination("javascript:x") == nil && destination("done") == nil)
        #expect(destination("adbe.one://done") == "adbe.one://done")
    }

    @Test("A call without an address gets the default one, a call with a wrong address is rejected")
    func destination() {
        var addresses = addresses
        #expect(addresses.destination(nil) == nil)
        addresses.standard = "https://elsewhere.example/"
        #expect(addresses.destination(nil) == "https://elsewhere.example/")
        #expect(addresses.destination("https://elsewhere.example/") == nil)
        #expect(addresses.destination("https://other.example/", or: "https://other.example/") == "https://other.example/")
    }
}
