import AccountCore
import TVWorld
import Testing

@Suite("checkAccessStatus without a prompt")
struct AccessQueryTests {
    @Test("A1–A4 the status, without a prompt; a denial is not a failure of the call", arguments: AccessStatus.allCases)
    func status(status: AccessStatus) throws {
        #expect(try AccessQuery.status(of: player, in: device(access: status)) == status)
    }

    @Test("A8 not determined, region without providers: code 7 with the status")
    func unsupportedRegion() throws {
        let state = try device(access: .notDetermined, region: "AQ")
        let error = try #require(throws: VSError.self) { try AccessQuery.status(of: player, in: state) }
        #expect(error.code == .unsupported)
        #expect(error.accessStatus == .notDetermined)
    }

    @Test("A8 applies only while the permission is not determined", arguments: [AccessStatus.granted, .denied, .restricted])
    func decidedInUnsupportedRegion(status: AccessStatus) throws {
        #expect(try AccessQuery.status(of: player, in: device(access: status, region: "AQ")) == status)
    }

    @Test("A11 permission is independent of sign-in", arguments: AccessStatus.allCases)
    func independentOfAccount(status: AccessStatus) throws {
        #expect(try AccessQuery.status(of: player, in: device(access: status, provider: nil)) == status)
    }

    @Test("A query concerns only the app itself")
    func perApp() throws {
        #expect(try AccessQuery.status(of: ApplicationID("com.example.other"), in: device()) == .notDetermined)
    }
}
