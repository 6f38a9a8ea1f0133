import Encodings
import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Small pure functions.
@Suite("Encodings")
struct EncodingTests {
    @Test("fields of queries and forms")
    func fields() {
        #expect(PercentEncoding.encode([.init(name: "a b", value: "="), .init(name: "c", value: "")]) == "a%20b=%3D&c=")
    }

    @Test("white space of a SAML response")
    func collapse() {
        #expect(PartnerExchange.collapse("\n  <a>\t \t<b/>\r\n </a>  \n") == "<a> <b/> </a>")
        #expect(PartnerExchange.collapse(" \n\t ") == "")
        #expect(PartnerExchange.collapse("abc") == "abc")
        #expect(PartnerExchange.collapse("a\nb \n c\u{1}d") == "ab c\u{1}d")
        #expect(PartnerExchange.formValue(of: " a\nb ") == "YWI=")
        #expect(PartnerExchange.formValue(of: " \n") == nil && PartnerExchange.formValue(of: nil) == nil)
    }

    @Test("clock settings")
    func clock() {
        #expect(DeviceClock(specification: "frozen:100")?.milliseconds() == 100_000)
        #expect(DeviceClock(specification: "real") != nil)
        #expect(DeviceClock(specification: "offset:-86400") != nil)
        let wrong = [
            "", "now", "offset:", "offset:x", "frozen", "frozen:999999999999999", "offset:\(Int64.min)",
            "offset:\(Int64.max)", "real:1", "offset:1.", "offset:1.2345", "frozen:--1", "offset:+5", "relative/path",
        ]
        for text in wrong {
            #expect(DeviceClock(specification: text) == nil, "\(text)")
        }
    }

    @Test("an invalid clock of an environment is reported, and real time used; an empty or blank one counts as unset")
    func clockOfEnvironment() {
        var reports: [String] = []
        func clock(_ text: String) -> DeviceClock { .named(in: ["VSASIM_CLOCK": text]) { reports.append($0) } }
        #expect(clock("frozen:100").milliseconds() == 100_000)
        #expect(clock(" frozen:100\n").milliseconds() == 100_000)
        #expect(clock("").milliseconds() > 1_600_000_000_000)
        #expect(clock(" ").milliseconds() > 1_600_000_000_000)
        #expect(reports.isEmpty)
        #expect(clock("tomorrow").milliseconds() > 1_600_000_000_000)
        #expect(
            reports == [
                "vsa-simulator: VSASIM_CLOCK=tomorrow is neither real, offset:SECONDS, frozen:UNIX_SECONDS nor an absolute path; "
                    + "real time is used."
            ])
    }

    @Test(
        "a date beyond the range of milliseconds becomes the nearest end of it: a past date does not become a future one",
        arguments: [
            (-1e300, Int64.min), (-Double.infinity, .min), (Double.nan, .min), (-1.5, -1_500), (0, 0), (1e300, .max),
            (.infinity, .max),
        ])
    func milliseconds(seconds: Double, milliseconds: Int64) {
        #expect(Date(timeIntervalSince1970: seconds).milliseconds == milliseconds)
    }

    @Test("levels of codes")
    func levels() {
        #expect(StatusReport(.vsa403).level == "info")
        #expect(StatusReport(.n010).level == "warning")
        #expect(StatusReport(errorID: "CFG503").level == "error")
        #expect(StatusReport(.registrationCode).level == "success")
        #expect(StatusReport(.z100, message: "").entries == ["errorId": "Z100", "level": "error"])
    }
}
