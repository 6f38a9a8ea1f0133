import TVWorld
import Testing

@testable import Administration
@testable import VSAControl

@Suite("numbers of a hostile service or device are clamped")
struct HostileNumberTests {
    @Test("the end of an access token", arguments: [Int64.min, .max])
    func accessToken(_ number: Int64) {
        let token = AccessToken(accessToken: "t", createdAt: number, expiresIn: number)
        #expect(token.expiresAt == number)
    }

    @Test("the end of a device's sign-in")
    func partnerStatus() {
        let status = PartnerStatus(access: "granted", expiresAt: .max)
        #expect(status.json["frameworkProviderInfo"]?["expirationDate"] == .string(String(Int64.max)))
    }

    @Test("a clock's distance from the machine's")
    func clock() {
        func clock(_ mode: String, _ time: Int64) -> ClockResource {
            ClockResource(
                specification: mode, mode: mode, offset: time, time: time, machineTime: time == .min ? .max : .min)
        }
        #expect(clock("offset", .max).setting == "106751991167d 7h 12m 55s ahead")
        #expect(clock("offset", .min).setting == "106751991167d 7h 12m 55s behind")
        #expect(clock("frozen", .max).resumed == "offset:9223372036854775.807")
    }

    @Test("hours and counts of usage")
    func usage() {
        let hours = [Int64.max, .min].map { UsageResource(start: $0, requestor: "REF30", counts: ["media-tokens": .max]) }
        #expect(UsageResource.latest(hours, within: TimeSpan(milliseconds: 3_600_000)).map(\.start) == [.max])
        #expect(UsageResource.totals(hours).first?.counts["media-tokens"] == Int64.max)
    }

    @Test("dates in a snapshot")
    func snapshot() {
        #expect(SnapshotValue("added-at", JSON.integer(Int64.min)).text == Timestamp.text(unixSeconds: Int64.min / 1_000))
    }
}
