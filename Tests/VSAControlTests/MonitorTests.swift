import Glibc
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

@testable import VSAControl

@Suite("monitor, with the real device")
struct MonitorTests {
    @Test("monitor shows entries as they occur, without gaps")
    func monitor() async throws {
        try await RealDevice.with { device in
            _ = try await device.control.status()
            let monitor = try device.start("monitor", "--app", "com.example.player", "--count", "3", "--after", "0")
            for status in [AccessStatus.granted, .denied, .granted] {
                _ = try await device.control.setAccess(status, application: "com.example.player")
            }
            #expect(await monitor.wait() == .exited(0))
            let lines = await monitor.standardOutput.all()
            #expect(lines.count == 3)
            #expect(lines.allSatisfy { $0.contains("com.example.player") })
            let first = try await device.control.journal(after: 0, limit: 1).first?.id.sequence ?? 0
            let document = try await device.vsactl("monitor", "--json", "--after", "0", "--count", "2").checked()
            #expect(document.lines.count == 2)
            #expect(
                document.lines.first?.hasPrefix(#"{"schema":1,"id":"d\#(first)","source":"device","sequence":\#(first),"#) == true
            )
        }
    }

    @Test("monitor ends with 8 when the device leaves the bus")
    func monitorEnds() async throws {
        try await RealDevice.with { device in
            let monitor = try device.start("monitor", "--after", "0")
            _ = try await device.control.setAccess(.granted, application: "com.example.player")
            _ = try await within { await monitor.standardOutput.next() }
            try await device.vsactl("account", "show").checked()
            let vsad = Int32(try await device.control.status().processID)
            kill(vsad, SIGKILL)
            #expect(await monitor.wait() == .exited(8))
        }
    }
}
