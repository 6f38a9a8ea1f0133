import AccountCore
import DBus
import Foundation
import ProjectTesting
import StateDirectory
import Testing

@testable import AccountService

@Suite("Display names of apps", .timeLimit(.minutes(5)))
struct DisplayNameTests {
    /// Installs the desktop entry of an app for the user.
    private func install(_ entry: String, as name: String, _ environment: [String: String], in folder: String = "") throws {
        let folder = try #require(BaseDirectories.data(environment: environment).first) + "\(folder)/applications"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(entry.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).desktop"))
    }

    private func names(_ device: TestDevice) async throws -> [String: String] {
        let list = try await device.control.call("ListApplications").decode(as: [VariantDictionary].self)
        return try list.reduce(into: [:]) { names, app in
            names[try app.required("application-id")] = try app.required("application-name", as: String.self)
        }
    }

    @Test("An app has the name that it registers: in the list, in its object, in its prompts, and after a restart", .device)
    func registered() async throws {
        let app = try await device.app(usage: "To watch", name: "Example Player")
        _ = try await device.app("com.example.other", name: "")
        #expect(try await names(device) == ["com.example.player": "Example Player", "com.example.other": ""])
        let object = InterfaceProxy.device(
            device.control.connection, "org.vsasim.SubscriberAccount1.Application",
            path: "/org/vsasim/SubscriberAccount1/application/com_2eexample_2eplayer")
        #expect(try await object.properties().required("Name", as: String.self) == "Example Player")
        // Its connection stays registered, so a reset does not affect its requests.
        try await device.control.call("Reset", VariantDictionary())
        let agent = try await device.agent()
        let request = try await app.requestAccess()
        let asked = try await agent.next("RequestAccess")
        #expect(try asked.details.required("application-name", as: String.self) == "Example Player")
        asked.answer("denied")
        _ = try await request.completion()
        let again = try await device.restarted()
        #expect(try await names(again) == ["com.example.player": "Example Player"])
    }

    @Test("The name of a desktop entry takes precedence, also for an app that has never called", .device)
    func installed() async throws {
        let entry = "[Desktop Entry]\nType=Application\nName=Player\n[Desktop Action play]\nName=Play\n"
        try install(entry, as: "com.example.player", device.bus.environment)
        _ = try await device.app(name: "Something Else")
        try install(entry, as: "com.example.never", device.bus.environment)
        try await device.control.call("SetAccessStatus", "com.example.never", "granted")
        #expect(try await names(device) == ["com.example.player": "Player", "com.example.never": "Player"])
    }

    @Test("A name of more than 256 bytes is rejected with InvalidArgs", .device)
    func tooLong() async throws {
        let error = try await expectInvalid { try await device.app(name: String(repeating: "ä", count: 129)) }
        #expect(error.message == "application-name: must be at most 256 bytes")
    }

    @Test(
        "The user's language, as the specification orders it",
        arguments: [
            ("", "Player"), ("C", "Player"), ("de_CH.UTF-8", "Abspieler"), ("sr_RS@latin", "Plejer"), ("sr_RS", "Плејер"),
            ("pt_BR.UTF-8", "Tocador"), ("pt_PT", "Player"),
        ])
    func languages(locale: String, name: String) async throws {
        try await Workspace.with { workspace in
            var environment = try workspace.environment(rootedAt: "user")
            let entry = """
                [Desktop Entry]
                Name[de]=Abspieler
                Name[sr]=Плејер
                Name[sr@latin]=Plejer
                Name[pt_BR]=Tocador
                Name=Player
                """
            try install(entry, as: "com.example.player", environment)
            environment["LC_ALL"] = nil
            environment["LC_MESSAGES"] = locale
            #expect(DesktopEntries(environment: environment).name(of: try ApplicationID("com.example.player")) == name)
        }
    }

    @Test("Flatpak exports links, a snap's program has the snap's name, a hidden entry hides others; without any there is none")
    func places() async throws {
        try await Workspace.with { workspace in
            let environment = try workspace.environment(rootedAt: "user")
            let data = try #require(environment["XDG_DATA_HOME"])
            let entries = DesktopEntries(environment: environment)
            try install("[Desktop Entry]\nName=Maps\n", as: "real", environment, in: "/flatpak/exports/share")
            try FileManager.default.createSymbolicLink(
                atPath: "\(data)/flatpak/exports/share/applications/org.example.Maps.desktop", withDestinationPath: "real.desktop"
            )
            #expect(entries.name(of: try ApplicationID("org.example.Maps")) == "Maps")
            try install("[Desktop Entry]\nName=VLC\n", as: "vlc_vlc", environment)
            #expect(entries.name(of: try ApplicationID("snap.vlc")) == "VLC")
            try install("[Desktop Entry]\nName=Maps\nHidden=true\n", as: "org.example.Maps", environment)
            #expect(entries.name(of: try ApplicationID("org.example.Maps")) == nil)
            let long = String(repeating: "x", count: 257)
            let nameless = [
                "", "[Desktop Entry]\nName=\n", "[Other]\nName=x\n", "[Desktop Entry]\nName=\(long)",
                "[Desktop Entry]\nName=a\0b\n",
            ]
            for (number, text) in nameless.enumerated() {
                try install(text, as: "app\(number)", environment)
                #expect(entries.name(of: try ApplicationID("app\(number)")) == nil)
            }
            #expect(DesktopEntries.none.name(of: try ApplicationID("snap.vlc")) == nil)
        }
    }
}
