import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// Login and logout at a provider's page, in a real browser and with another project's SAML library.
@Suite("Login and logout at a provider's page", .daemonLogs)
struct WebLoginTests {
    private static func login(_ daemons: Daemons, _ device: ServiceDevice, mvpd: String = "AlphaCable") async throws -> String {
        let code = try await device.registrationCode()
        return "\(daemons.serviceURL)/api/v1/authenticate?reg_code=\(code)&requestor_id=REF30&mso_id=\(mvpd)"
            + "&domain_name=example.com&noflash=true&no_iframe=true&redirect_url=adobepass%3A%2F%2Fios.app"
    }

    private static func logout(_ daemons: Daemons, _ device: ServiceDevice) -> String {
        "\(daemons.serviceURL)/adobe-services/logout?noflash=true&mso_id=AlphaCable&requestor_id=REF30"
            + "&deviceId=\(ServiceClient.encoded(device.deviceID))&redirect_url=adobepass%3A%2F%2Fios.app"
    }

    @Test("3.15, 5.1 a browser: wrong password, login, remembered, logout, without errors on its console")
    func chromium() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await ServiceDevice(daemons: daemons)
            try await Browser.with { browser in
                let page = try await browser.newPage(width: 390, height: 760)
                try await page.open(try await Self.login(daemons, device))
                #expect(try await page.title == "Log in to Alpha Cable")
                #expect(try await !page.isTooWide)
                #expect(try await page.focused == "User name")
                try await page.savePicture("web-login")
                try await page.fill("User name", "alice")
                try await page.fill("Password", "wrong")
                // The answer's status is an error for the console, too.
                await page.expectProblem("403")
                try await page.press("Log in")
                try await page.wait(forText: "The user name or the password is wrong.")
                #expect(try await page.value(of: "User name") == "alice")
                try await page.emulate(dark: true)
                try await page.savePicture("web-login-dark")
                try await page.fill("Password", "alice")
                try await page.click("Log in")
                #expect(try await page.waitForApp("adobepass") == "adobepass://ios.app")
                #expect(try await device.authenticationToken().status == 200)
                let port = try #require(URL(string: daemons.serviceURL)?.port)
                let name = "vsasim_mvpd_alpha.example_\(port)"
                let cookie = try #require(try await page.cookies.first { $0.name == name })
                #expect(cookie.isHTTPOnly && cookie.sameSite == "Lax" && cookie.path == "/mvpd/alpha.example")

                let other = try await browser.newPage(sharingWith: page)
                try await other.open(Self.logout(daemons, device))
                #expect(try await other.waitForApp("adobepass") == "adobepass://ios.app")
                #expect(try await device.authenticationToken().status == 404)
                #expect(try await other.cookies.allSatisfy { $0.name != name })
            }
        }
    }

    @Test("a double click logs in once; the form can be sent again when the browser has stopped loading the next page")
    func doubleClick() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await ServiceDevice(daemons: daemons)
            try await Browser.with { browser in
                let page = try await browser.newPage()
                try await page.open(try await Self.login(daemons, device))
                try await page.fill("User name", "alice")
                try await page.fill("Password", "alice")
                // Records what the page's script sends, and stays on the page.
                let presses = """
                    (() => {
                      const sent = [], timers = [];
                      window.setTimeout = (work) => timers.push(work);
                      addEventListener("submit", (event) => {
                        sent.push(!event.defaultPrevented);
                        event.preventDefault();
                      });
                      const button = document.querySelector("button[value=login]");
                      button.click();
                      button.click();
                      for (const work of timers) work();
                      button.click();
                      return sent.join();
                    })()
                    """
                #expect(try await page.evaluate(presses).text == "true,false,true")
            }
        }
    }

    @Test("without scripts a button continues; a suspended account gets a page with a link back")
    func withoutScripts() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await ServiceDevice(daemons: daemons)
            try await Browser.with { browser in
                let page = try await browser.newPage(width: 360, height: 740)
                try await page.disableScripts()
                try await page.open(try await Self.login(daemons, device))
                try await page.fill("User name", "carol")
                try await page.fill("Password", "carol")
                try await page.press("Log in")
                try await page.savePicture("web-login-continue")
                await page.expectProblem("403")
                try await page.press("Continue")
                try await page.wait(forText: "The account is suspended.")
                #expect(try await !page.isTooWide)
                try await page.savePicture("web-login-suspended")
                // Pressed, it would open an app that does not exist.
                let link = try await page.evaluate("document.querySelector('a.button').href").text
                #expect(link == "adobepass://ios.app")
                #expect(try await device.authenticationToken().status == 404)
            }
        }
    }

    @Test("pysaml2 accepts the provider's responses in the service's place, and its own are accepted in the provider's place")
    func pysaml2() async throws {
        struct Configuration: Encodable {
            let service, provider, serviceKey, providerKey, folder, login, logout: String
        }
        struct Read: Decodable {
            struct Service: Decodable {
                let name, format, issuer: String
                let attributes: [String: [String]]
                let loggedOut: Bool
            }
            struct Provider: Decodable {
                let requester, end, name, out: String
                let replay, sessions: Int
            }
            let service: Service
            let provider: Provider
        }
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await ServiceDevice(daemons: daemons)
            let state = daemons.workspace.folder.path("service/state/vsasim/entitlementd")
            // The key is generated at its first use.
            _ = try await daemons.administration.send("GET", "/mvpd/alpha.example/saml/metadata").expecting(200)
            let folder = try daemons.workspace.folder.makeFolder("web-login-\(UUID().uuidString)")
            let configuration = Configuration(
                service: daemons.serviceURL, provider: "alpha.example", serviceKey: state + "/saml.pem",
                providerKey: state + "/mvpd/alpha.example.pem", folder: folder, login: try await Self.login(daemons, device),
                logout: Self.logout(daemons, device))
            let file = folder + "/configuration.json"
            try JSONEncoder().encode(configuration).write(to: URL(filePath: file))
            let result = try await Tool.run(
                try Python.interpreter(), [Python.script("Tests/interop/web_login.py"), file],
                environment: daemons.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 })
            #expect(result.exit == .exited(0), "\(result)")
            let read = try JSONDecoder().decode(Read.self, from: Data(result.output.utf8))
            #expect(read.service.name == "u-1001-alice" && read.service.loggedOut)
            #expect(read.service.format == "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent")
            #expect(read.service.issuer == daemons.serviceURL + "/mvpd/alpha.example/saml/metadata")
            #expect(read.service.attributes["channelID"] == ["news", "sports", "kids", "movies"])
            #expect(read.provider.requester == "REF30" && read.provider.end == "adobepass://ios.app")
            #expect(read.provider.replay == 400 && read.provider.name == "u-1002-bob" && read.provider.sessions == 1)
            #expect(read.provider.out == "adobepass://ios.app")
            #expect(try await device.authenticationToken().status == 404)
        }
    }
}

extension ServiceDevice {
    /// A registration code of the device.
    ///
    /// - Throws: `UnexpectedAnswer`.
    func registrationCode() async throws -> String {
        struct Record: Decodable { let code: String }
        let answer = try await client.post("/reggie/v1/\(requestor)/regcode", form: ["deviceId": deviceID])
        return try answer.expecting(201).decoded(as: Record.self).code
    }
}
