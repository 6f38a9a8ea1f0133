import Foundation
import PrivateSession
import Testing
import VSATesting

@Suite("The second screen, in a real browser", .daemonLogs)
struct SecondScreenTests {
    /// Reads a QR code with a program that was not written here.
    private func decode(_ picture: [UInt8], _ workspace: Workspace) async throws -> String {
        let file = workspace.folder.path("code.png")
        try Data(picture).write(to: URL(filePath: file))
        return try await Tool.run("zbarimg", ["--quiet", "--raw", file], environment: workspace.environment).checked().output
    }

    @Test("The QR code leads to the page with the code in it; zbarimg and a phone read the same")
    func qrCode() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await Browser.with { browser in
                let television = try await browser.newPage(width: 400, height: 400)
                try await television.open(daemons.serviceURL + "/activate/qr/ABCD234.svg")
                let address = try await decode(try await television.picture(), daemons.workspace)
                #expect(address == daemons.serviceURL + "/activate?code=ABCD234")
                let phone = try await browser.newPage(width: 360)
                try await phone.open(address)
                #expect(try await phone.value(of: "Code") == "ABCD234")
                try await phone.press("Continue")
                try await phone.wait(forText: "No TV waits with this code.")
                #expect(try await !phone.isTooWide)
            }
        }
    }
}
