import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("make install")
struct InstallTests {
    /// Installs below a prefix; the programs are stand-ins, because stripping the real ones takes long.
    private func install(
        _ workspace: Workspace, prefix: String, destination: String = "", hasHome: Bool = true
    ) async throws {
        let programs = try workspace.folder.makeFolder("programs")
        for program in [
            "vsactl", "vsactl-full", "entitle", "media-token-verifier", "vsad", "entitlementd", "vsa-picker", "vsa-settings",
        ] {
            let path = "\(programs)/\(program)"
            if !FileManager.default.fileExists(atPath: path) {
                try FileManager.default.copyItem(
                    at: URL(filePath: "/bin/true").resolvingSymlinksInPath(), to: URL(filePath: path))
            }
        }
        var environment = workspace.environment
        environment["HOME"] = hasHome ? workspace.folder.path("home") : nil
        environment["XDG_DATA_HOME"] = nil
        environment["PATH"] = "/usr/bin:/bin"
        try await Tool.run(
            Repository.root.appending(path: "scripts/install").path, [programs, prefix, destination], environment: environment
        ).checked()
    }

    private func files(_ folder: String, ending suffix: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
    }

    @Test("Pages and documents name real paths, links lead to files, and the desktop finds the settings panel and its icon")
    func paths() async throws {
        try await Workspace.with { workspace in
            let prefix = workspace.folder.path("prefix")
            try await install(workspace, prefix: prefix)
            try checkDocuments(below: prefix)
            try checkDesktopEntry(below: prefix, data: "\(prefix)/share")
        }
    }

    /// Manual pages and documents name the real paths, and every link of the documents leads to a file.
    private func checkDocuments(below prefix: String) throws {
        let documents = "\(prefix)/share/doc/vsa-simulator"
        let pages = (1...8).flatMap { files("\(prefix)/share/man", ending: ".\($0)") }
        #expect(pages.count >= 6)
        for page in pages + files(documents, ending: ".md") {
            let text = try String(contentsOfFile: page, encoding: .utf8)
            for name in text.matches(of: /\/[\w.\/-]*\/share\/(?:doc\/vsa-simulator|vsasim)\/[\w.-]+\.\w+/) {
                #expect(FileManager.default.fileExists(atPath: String(name.output)), "\(page): \(name.output)")
            }
        }
        var links = 0
        for document in files(documents, ending: ".md") {
            let text = try String(contentsOfFile: document, encoding: .utf8)
            for match in text.matches(of: /\]\(([^)\s#]+)(?:#[^)]*)?\)/) where !match.output.1.hasPrefix("http") {
                links += 1
                let path = "\(documents)/\(match.output.1)"
                #expect(FileManager.default.fileExists(atPath: path), "\(document): \(match.output.1)")
            }
        }
        #expect(links > 40)
    }

    /// The desktop starts the settings panel where it is installed, and finds its icon.
    private func checkDesktopEntry(below prefix: String, data: String) throws {
        let entry = try String(contentsOfFile: "\(data)/applications/org.vsasim.Settings.desktop", encoding: .utf8)
        let commands = entry.matches(of: /Exec=(\S+)/).map { String($0.output.1) }
        #expect(commands.count == 3 && commands.allSatisfy { $0 == "\(prefix)/bin/vsa-settings" }, "\(entry)")
        #expect(FileManager.default.isExecutableFile(atPath: "\(prefix)/bin/vsa-settings"))
        #expect(entry.contains("Icon=org.vsasim.Settings\n"))
        #expect(FileManager.default.fileExists(atPath: "\(data)/icons/hicolor/scalable/apps/org.vsasim.Settings.svg"))
    }

    @Test("A prefix that no unit can name, and a folder without all programs, are rejected before anything is installed")
    func rejections() async throws {
        try await Workspace.with { workspace in
            let root = workspace.folder.path("root")
            for prefix in ["~/.local", "tools", "", "/opt/a b", "/opt/a&b"] {
                let answer = try await script("install", ["/nowhere", prefix, root])
                #expect(answer.exit == .exited(64) && answer.errorOutput.contains("PREFIX must be an absolute path"), "\(answer)")
            }
            let programs = try workspace.folder.makeFolder("programs")
            try FileManager.default.copyItem(atPath: "/bin/true", toPath: "\(programs)/vsad")
            let answer = try await script("install", [programs, "/usr", root])
            #expect(answer.exit == .exited(1) && answer.errorOutput.contains("lacks vsactl entitle"), "\(answer)")
            #expect(!FileManager.default.fileExists(atPath: root))
        }
    }

    @Test("make uninstall removes what a failed installation leaves behind")
    func failure() async throws {
        try await Workspace.with { workspace in
            let programs = try workspace.folder.makeFolder("programs")
            for program in ["vsactl", "vsactl-full", "entitle", "media-token-verifier", "entitlementd"] {
                try FileManager.default.copyItem(atPath: "/bin/true", toPath: "\(programs)/\(program)")
            }
            // Not a program that strip can read.
            try FileManager.default.copyItem(
                atPath: Repository.root.appending(path: "scripts/install").path, toPath: "\(programs)/vsad")
            let root = workspace.folder.path("root")
            let installed = try await script("install", [programs, "/usr", root])
            #expect(
                installed.exit == .exited(1) && FileManager.default.fileExists(atPath: "\(root)/usr/bin/vsactl"), "\(installed)")
            let removed = try await script("uninstall", ["/usr", root])
            #expect(removed.exit == .exited(0), "\(removed)")
            #expect(files(root, ending: "").allSatisfy { $0 == "\(root)/usr" })
        }
    }

    private func script(_ name: String, _ arguments: [String]) async throws -> ToolResult {
        try await Tool.run(
            Repository.root.appending(path: "scripts/\(name)").path, arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nowhere"])
    }

    @Test(
        "In the home folder everything is where systemd, the bus, the desktop and the shells search",
        arguments: ["", "/.local", "/tools/vsa"])
    func home(_ folder: String) async throws {
        try await Workspace.with { workspace in
            let home = try workspace.folder.makeFolder("home")
            let prefix = home + folder
            try await install(workspace, prefix: prefix)
            let data = "\(home)/.local/share"
            for file in ["systemd/user/entitlementd.service", "systemd/user/vsad.service"] {
                let unit = try String(contentsOfFile: "\(data)/\(file)", encoding: .utf8)
                #expect(unit.contains("\(prefix)/libexec/vsasim/"), "\(unit)")
            }
            #expect(!files("\(data)/dbus-1/services", ending: ".service").isEmpty)
            try checkDesktopEntry(below: prefix, data: data)
            for completion in ["bash-completion/completions/vsactl", "fish/vendor_completions.d/vsactl.fish"] {
                #expect(FileManager.default.fileExists(atPath: "\(data)/\(completion)"), "\(completion)")
            }
            var environment = workspace.environment
            environment["HOME"] = home
            try await Tool.run(
                Repository.root.appending(path: "scripts/uninstall").path, [prefix, ""], environment: environment
            ).checked()
            #expect([".service", ".desktop", ".svg", "vsactl", ".fish"].allSatisfy { files(home, ending: $0).isEmpty })
        }
    }

    @Test("Without HOME, as in a build of an image, the home folder is that of root")
    func withoutHome() async throws {
        try await Workspace.with { workspace in
            let root = workspace.folder.path("root")
            try await install(workspace, prefix: "/root/tools", destination: root, hasHome: false)
            #expect(FileManager.default.fileExists(atPath: "\(root)/root/.local/share/systemd/user/vsad.service"))
        }
    }
}
