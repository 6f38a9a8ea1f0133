import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("The second screen, in a real browser", .daemonLogs)
struct SecondScreenTests {
    /// Reads a QR code with another project's program.
    private func decode(_ picture: [UInt8], _ workspace: Workspace) async throws -> String {
        let file = workspace.folder.path("code.png")
        try Data(picture).write(to: URL(filePath: file))
        return try await Tool.run("zbarimg", ["--quiet", "--raw", file], environment: workspace.environment).checked().output
    }

    @Test("The QR code leads to the page with the code filled in; zbarimg and a phone read the same")
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
                try await phone.wait(forText: "This code is invalid or has expired.")
                #expect(try await !phone.isTooWide)
            }
        }
    }

    @Test("A television gets a code, its user enters it on a phone and logs in; the television is logged in; the code is used")
    func wholeFlow() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let television = try await ServiceDevice(daemons: daemons)
            var client = television.client
            client.headers["X-Device-Info"] = Data(#"{"model":"AppleTV","osName":"tvOS"}"#.utf8).base64EncodedString()
            let code = try await television.at(client).registrationCode()
            try await television.authenticationToken().expecting(404)
            try await television.check(code).expecting(403)
            try await Browser.with { browser in
                let phone = try await browser.newPage(width: 360, height: 740)
                try await phone.open(daemons.serviceURL + "/activate")
                try await phone.fill("Code", "\(code.prefix(3).lowercased()) \(code.dropFirst(3))")
                try await phone.savePicture("activation-code")
                try await phone.press("Continue")
                try await phone.wait(forText: "Reference 30")
                #expect(try await phone.text.contains(code))
                try await phone.savePicture("activation-providers")
                try await phone.emulate(dark: true)
                try await phone.savePicture("activation-dark-providers")
                #expect(try await !phone.isTooWide)
                try await phone.press("Alpha Cable")
                try await phone.press("Cancel")
                try await phone.wait(forText: "Nothing was changed")
                try await phone.savePicture("activation-dark-cancelled")
                try await television.authenticationToken().expecting(404)
                try await phone.open(daemons.serviceURL + "/activate/providers?code=\(code)")
                try await phone.press("Alpha Cable")
                try await phone.fill("User name", "alice")
                try await phone.fill("Password", "alice")
                try await phone.press("Log in")
                try await phone.wait(forText: "You are done")
                #expect(try await phone.text.contains("Alpha Cable"))
                try await phone.savePicture("activation-dark-done")
                try await phone.emulate(dark: false)
                try await phone.savePicture("activation-done")
                let cookies = try await phone.cookies
                #expect(!cookies.isEmpty && cookies.allSatisfy { $0.isHTTPOnly })
                let token = try await television.authenticationToken().expecting(200)
                #expect(token.text.contains("AlphaCable") && token.text.contains("u-1001-alice"))
                try await television.check(code).expecting(200)
                // The code does not accept a second login.
                let stranger = try await browser.newPage(width: 360)
                try await stranger.open(daemons.serviceURL + "/activate?code=\(code)")
                try await stranger.press("Continue")
                try await stranger.wait(forText: "This code is invalid or has expired.")
            }
        }
    }

    @Test("Without a TV provider the temporary pass logs the television in")
    func temporaryPass() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let television = try await ServiceDevice(daemons: daemons)
            let code = try await television.registrationCode()
            try await Browser.with { browser in
                let phone = try await browser.newPage(width: 360)
                try await phone.open(daemons.serviceURL + "/activate/providers?code=\(code)")
                try await phone.press("Watch with Temp Pass")
                try await phone.wait(forText: "You are done")
            }
            let token = try await television.authenticationToken().expecting(200)
            #expect(token.text.contains("TempPass"))
        }
    }
}
