import DBus
import DeviceInterfaces
import Foundation
import ProjectTesting
import TVWorld
import Testing

@testable import AccountService

@Suite("The device's clock", .timeLimit(.minutes(5)))
struct DeviceClockTests {
    private static let start: Int64 = 1_767_225_600_000

    private func clock(_ device: TestDevice) async throws -> VariantDictionary {
        try await device.control.call("GetClock").decode(as: VariantDictionary.self)
    }

    @Test("Advance, stop, advance, resume; reset returns to real time", .device)
    func moving() async throws {
        #expect(try await clock(device)["specification"] == BusVariant("real"))
        try await device.control.call("AdvanceClock", Int64(86_400_000))
        var read = try await clock(device)
        #expect(read["mode"] == BusVariant("offset"))
        #expect(read["time"] == BusVariant(Self.start + 86_400_000))
        #expect(read["machine-time"] == BusVariant(Self.start))
        try await device.control.call("SetClock", "frozen:1800000000")
        try await device.control.call("AdvanceClock", Int64(1_500))
        read = try await clock(device)
        #expect(read["specification"] == BusVariant("frozen:1800000001.500"))
        #expect(read["offset"] == BusVariant(Int64(1_800_000_001_500) - Self.start))
        try await device.control.call("Reset", VariantDictionary())
        #expect(try await clock(device)["mode"] == BusVariant("real"))
        #expect(try await device.journal("clock.changed").count == 4)
    }

    @Test("Of changes at the same time, the journal has each one, in their order", .device)
    func simultaneousChanges() async throws {
        let controller = device.daemon.objects.clockController
        try await withThrowingTaskGroup { group in
            for _ in 1...64 {
                group.addTask {
                    try await controller.change { setting, machine in
                        try #require(setting.advanced(by: 1_000, machine: machine))
                    }
                }
            }
            try await group.waitForAll()
        }
        let settings = try await device.journal("clock.changed").map { $0["specification"] }
        #expect(settings == (1...64).map { BusVariant("offset:\($0)") })
    }

    @Test(
        "Invalid settings are InvalidArgs, and change nothing", .device,
        arguments: ["", "later", "offset:", "offset:1e9", "frozen:999999999999999", "real:1"])
    func invalid(text: String) async throws {
        let error = try await expectInvalid { try await device.control.call("SetClock", text) }
        #expect(error.message.hasPrefix("specification: must be real, offset:SECONDS or frozen:UNIX_SECONDS"))
        await #expect(throws: RemoteError.self) { try await device.control.call("AdvanceClock", Int64.max) }
        #expect(try await clock(device)["mode"] == BusVariant("real"))
    }

    @Test("The authentication expires when the clock passes its end, with one signal and one journal entry", .device)
    func expiry() async throws {
        let changes = try await device.bus.connect().accountChanges(\.self)
        let app = try await device.grantedApp()
        _ = try await changes.next("sign-in")
        try await device.control.call("AdvanceClock", Int64(29) * 86_400_000)
        #expect(try await device.journal("account.expired").isEmpty)
        try await device.control.call("AdvanceClock", Int64(86_400_000))
        _ = try await changes.next("expiry")
        #expect(try await device.journal("account.expired").count == 1)
        let read = try await app.query(["include-authentication-expiration-date": BusVariant(true)])
        #expect(read["authentication-expiration-date"] == BusVariant(Self.start / 1_000 + 30 * 86_400))
        try await device.control.call("AdvanceClock", Int64(86_400_000))
        #expect(try await device.journal("account.expired").count == 1)
        // Back before the end, and past it again.
        try await device.control.call("SetClock", "real")
        try await device.control.call("AdvanceClock", Int64(31) * 86_400_000)
        #expect(try await device.journal("account.expired").count == 2)
        _ = try await changes.next("second expiry")
        #expect(changes.events.count == 3)
    }

    @Test("It expires again if the machine's clock was set back, and is not checked without a reason", .device)
    func machineClockSetBack() async throws {
        let expiry = device.daemon.objects.expiry
        _ = try await device.grantedApp()
        await expiry.look()
        for count in 1...2 {
            device.clock.advance(seconds: 31 * 86_400)
            await expiry.lookIfNeeded()?.value
            #expect(try await device.journal("account.expired").count == count)
            device.clock.advance(seconds: -31 * 86_400)
            await expiry.lookIfNeeded()?.value
            #expect(try await device.journal("account.expired").count == count)
        }
        #expect(expiry.lookIfNeeded() == nil)
    }

    @Test("It also expires by itself, and not while the clock is stopped")
    func expiryByTime() async throws {
        try await TestBus.with { bus in
            let home = try #require(bus.environment["HOME"])
            let connection = try await bus.connect()
            let daemon = try await AccountDaemon.start(
                on: connection, AccountDaemon.Configuration(stateFolder: "\(home)/state"))
            let client = try await bus.connect()
            let control = InterfaceProxy.control(client)
            let changes = try await client.accountChanges(\.self)
            try await control.call("SetClock", "frozen:1800000000")
            try await control.call("SignIn", "alpha.example", "alice", ["expires-in": BusVariant(Int64(1))] as VariantDictionary)
            _ = try await changes.next("sign-in")
            #expect(changes.events.count == 1)
            // From here on the clock runs, a tenth of a second before the end.
            try await control.call("SetClock", "offset:\(Self.offset(to: 1_800_000_000_900))")
            _ = try await changes.next("expiry")
            await daemon.stop()
            await connection.close()
        }
    }

    /// The seconds, with three decimal places, that lead from the machine's time to another.
    private static func offset(to milliseconds: Int64) -> String {
        let setting = ClockSetting.offset(milliseconds: milliseconds - SystemClock.machineMilliseconds())
        return String(setting.specification.dropFirst("offset:".count))
    }

    @Test("Others read the setting in the clock file, and a daemon that starts with it continues as before")
    func file() async throws {
        try await TestBus.with { bus in
            let home = try #require(bus.environment["HOME"])
            let file = try #require(ClockFile(runtimeFolder: "\(home)/runtime"))
            #expect(file.path == "\(home)/runtime/vsasim/device-clock")
            for (setting, change) in [("real", "offset:60"), ("offset:60", "frozen:1800000000"), ("frozen:1800000000", "real")] {
                let start = try #require(
                    ClockSetting(specification: file.read() ?? "real", machine: SystemClock.machineMilliseconds()))
                #expect(start.specification == setting)
                var configuration = AccountDaemon.Configuration(stateFolder: "\(home)/state")
                configuration.clock = AdjustableClock(start)
                configuration.clockFile = file
                let connection = try await bus.connect()
                let daemon = try await AccountDaemon.start(on: connection, configuration)
                let control = try await InterfaceProxy.control(bus.connect())
                try await control.call("SetClock", change)
                #expect(file.read() == change)
                await daemon.stop()
                await connection.close()
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home)/runtime/vsasim") == ["device-clock"])
        }
    }

    @Test("The journal contains the machine's time and the app's trace, also after a restart", .device)
    func traces() async throws {
        let trace = "0af7651916cd43dd8448eb211c80319c"
        let options: VariantDictionary = ["correlation-id": BusVariant(trace)]
        try await device.control.call("SetClock", "offset:3600")
        let app = try await device.app(usage: "To watch")
        _ = try await app.proxy.call("CheckAccessStatus", options)
        _ = try? await app.query(options)
        _ = try await TestRequest(app.proxy, "RequestAccess", "t1", options).failure()
        _ = try await app.proxy.call("CheckAccessStatus", ["correlation-id": BusVariant("nonsense")] as VariantDictionary)
        await #expect(throws: RemoteError.self) {
            try await app.proxy.call("CheckAccessStatus", ["correlation-id": BusVariant(true)] as VariantDictionary)
        }
        try await check(device, trace)
        let restarted = try await device.restarted()
        try await check(restarted, trace)
    }

    private func check(_ device: TestDevice, _ trace: String) async throws {
        for event in ["metadata.queried", "request.opened", "prompt.opened", "request.failed"] {
            let entry = try #require(try await device.journalEntries(event).first, "\(event)")
            #expect(entry["correlation-id"] == BusVariant(trace), "\(event)")
            #expect(entry["machine-time"] == BusVariant(Self.start * 1_000))
            #expect(entry["time"] == BusVariant(Self.start / 1_000 + 3_600))
        }
        let checked = try await device.journalEntries("access.checked")
        #expect(checked.map { $0["correlation-id"] } == [BusVariant(trace), BusVariant("")])
    }
}
