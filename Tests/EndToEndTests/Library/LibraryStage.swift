import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting

/// An app with the library and real daemons, for cases beyond the decision tables.
struct LibraryStage {
    let daemons: Daemons
    let storage: String

    /// A stage whose app has an empty storage, access, and a subscriber at Alpha Cable.
    init(daemons: Daemons, subscriber: String = "alice") async throws {
        self.daemons = daemons
        storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        try await daemons.setAccess("com.example.player", "granted")
        try await daemons.signIn(subscriber, at: "alpha.example")
    }

    /// A running app.
    func app(_ options: [String] = []) throws -> AppProcess {
        try AppProcess(
            options: ["--storage", storage] + options, environment: daemons.presentEnvironment,
            log: daemons.workspace.folder.path("logs/entitle.log"))
    }
}

extension AppProcess {
    /// Sends a command and reads the callbacks up to the first with one of these names.
    func callbacks(of command: String, until names: String...) async throws -> [PrintedCallback] {
        try await send(command)
        var callbacks: [PrintedCallback] = []
        while callbacks.last.map({ names.contains($0.name) }) != true {
            callbacks.append(try await next("\(names) after \(command)"))
        }
        return callbacks
    }

    /// `setRequestor` that has to succeed.
    func configure() async throws {
        let callbacks = try await callbacks(of: "setRequestor REF30", until: "setRequestorComplete")
        guard callbacks.last?.integer("status") == 1 else { throw DeadlinePassed("setRequestor failed: \(callbacks)") }
    }
}

extension [PrintedCallback] {
    /// The advanced codes among the callbacks.
    var codes: [String] { filter { $0.name == "status" }.compactMap { $0.text("errorId") } }
}
