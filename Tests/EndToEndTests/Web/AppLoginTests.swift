import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// A user with a browser and `entitle`: logins from the app's list of providers to a media token.
@Suite("An app's login in a real browser", .daemonLogs)
struct AppLoginTests {
    private func app(_ daemons: Daemons, _ platform: String, _ more: [String: String] = [:]) throws -> AppProcess {
        let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        var environment = daemons.environment.merging(more) { $1 }
        for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
        if more["BROWSER"] == nil { environment["BROWSER"] = nil }
        return try AppProcess(
            options: ["--platform", platform, "--storage", storage], environment: environment,
            log: daemons.workspace.folder.path("logs/entitle.log"))
    }

    /// The app shows a page, or a code.
    private func choose(_ app: AppProcess) async throws -> PrintedCallback {
        for command in ["setRequestor REF30", "getAuthentication", "setSelectedProvider AlphaCable"] {
            try await app.send(command)
        }
        while true {
            let callback = try await app.next("a page or a code")
            if callback.name == "navigateToUrl" || callback.text("errorId") == "REGCODE" { return callback }
        }
    }

    private func expectToken(_ app: AppProcess) async throws {
        #expect(try await app.next("tracking").name == "sendTrackingData")
        let status = try await app.next("setAuthenticationStatus")
        #expect(status.line == #"{"callback":"setAuthenticationStatus","status":1,"code":""}"#)
        try await app.send("getAuthorization news")
        var names: [String] = []
        while names.last != "setToken" { names.append(try await app.next("setToken after \(names)").name) }
        #expect(names == ["sendTrackingData", "sendTrackingData", "setToken"])
        #expect(try await app.quit().exit == .exited(0))
    }

    private func text(_ line: Value, _ key: String) throws -> String {
        guard case .object(let members) = line, case .text(let text)? = members[key] else {
            throw DeadlinePassed("no \(key) in \(line)")
        }
        return text
    }

    @Test("3.15 browse: Chromium opens the address, a user logs in, and entitle has a session and a media token")
    func browse() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let app = try app(daemons, "ios")
            let page = try await choose(app)
            #expect(page.text("url")?.hasSuffix("&redirect_url=adobepass%3A%2F%2Fios.app") == true)
            try await app.send("browse")
            let line = try await app.nextLine()
            #expect(try text(line, "text").contains("Open the address"))
            try await Browser.with { browser in
                let window = try await browser.newPage()
                try await window.open(try text(line, "browse"))
                try await window.fill("User name", "alice")
                try await window.fill("Password", "alice")
                try await window.press("Log in")
                try await window.wait(forText: "Go back to the app")
            }
            try await expectToken(app)
        }
    }

    @Test("3.16 the code that entitle prints is entered on the page that it prints; it then has a session and a media token")
    func secondScreen() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let app = try app(daemons, "tvos")
            let status = try await choose(app)
            let code = try #require(status.text("regCode"))
            let address = try #require(status.text("registrationURL"))
            #expect(status.text("level") == "success" && status.text("message") == code)
            try await Browser.with { browser in
                let phone = try await browser.newPage(width: 360, height: 740)
                try await phone.open(address)
                try await phone.fill("Code", code)
                try await phone.press("Continue")
                try await phone.press("Alpha Cable")
                try await phone.fill("User name", "alice")
                try await phone.fill("Password", "alice")
                try await phone.press("Log in")
                try await phone.wait(forText: "You are done")
            }
            try await expectToken(app)
        }
    }

    @Test("browse starts BROWSER with the address, and login completes the pages without one", arguments: ["ios", "tvos"])
    func programs(_ platform: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let folder = try daemons.workspace.folder.makeFolder("browser-\(UUID().uuidString)")
            let program = folder + "/show"
            try Data("#!/bin/sh\necho \"$1\" > '\(folder)/new' && mv '\(folder)/new' '\(folder)/address'\n".utf8)
                .write(to: URL(filePath: program))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
            let app = try app(daemons, platform, ["BROWSER": "nowhere:\(program) %s"])
            _ = try await choose(app)
            try await app.send("browse")
            let line = try await app.nextLine()
            #expect(try text(line, "opened") == "show")
            try await until("the program has the address") { FileManager.default.fileExists(atPath: folder + "/address") }
            let address = try String(contentsOfFile: folder + "/address", encoding: .utf8)
            #expect(address == "\(try text(line, "browse"))\n")
            try await app.send("login alice wrong")
            #expect(
                try text(try await app.nextLine(), "error") == "login: 403 The user name or the password is wrong. Try again.")
            try await app.send("login alice alice")
            try await expectToken(app)
        }
    }

    @Test("A6: without handleSVC the library itself opens Beta Fiber's pages, with the program that BROWSER names")
    func systemBrowser() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let program = "\(try Python.interpreter()) \(Python.script("Tests/interop/browser.py"))"
            let app = try app(daemons, "ios", ["BROWSER": "\(program) alice alice %s"])
            for command in ["setRequestor REF30", "getAuthentication", "setSelectedProvider BetaFiber"] {
                try await app.send(command)
            }
            var names: [String] = []
            while names.last != "setAuthenticationStatus 1" {
                let callback = try await app.next("a login after \(names)")
                names.append(callback.name + (callback.integer("status").map { " \($0)" } ?? ""))
            }
            #expect(!names.contains("navigateToUrl"), "\(names)")
            try await app.send("getAuthorization news")
            while names.last != "setToken" { names.append(try await app.next("setToken after \(names)").name) }
            // The end of the commands waits for the end of the page.
            try await app.send("logout")
            let rest = try await app.quit()
            #expect(rest.callbacks.map { $0.integer("status") } == [0] && rest.exit == .exited(0), "\(rest)")
        }
    }

    @Test("A6: without a browser, or with one that fails, the login ends with N500 and the reason")
    func noBrowser() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            for (variables, reason) in [([:], "No browser was found"), (["BROWSER": "/bin/false"], "false ended with 1.")] {
                let app = try app(daemons, "ios", variables)
                let commands = ["setRequestor REF30", "getAuthentication", "setSelectedProvider BetaFiber"]
                for command in commands { try await app.send(command) }
                let rest = try await app.quit()
                let status = try #require(rest.callbacks.last { $0.name == "status" })
                #expect(status.text("errorId") == "N500" && status.text("message")?.hasPrefix(reason) == true, "\(rest)")
                #expect(rest.callbacks.last?.text("code") == ErrorText.genericAuthentication, "\(rest)")
                #expect(rest.exit == .exited(0), "\(rest)")
            }
        }
    }

    @Test("without a page nothing can be opened")
    func noPage() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let app = try app(daemons, "ios")
            for command in ["browse", "login alice alice"] {
                try await app.send(command)
                #expect(try text(try await app.nextLine(), "error").contains("no page yet"))
            }
            try await app.send("login alice")
            #expect(try text(try await app.nextLine(), "error") == "login needs a user name and a password.")
            #expect(try await app.quit().exit == .exited(0))
        }
    }
}
