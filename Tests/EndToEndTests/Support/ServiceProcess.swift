import Foundation
import Glibc
import PrivateSession
import ProjectTesting

/// A running `entitlementd` without a device, for tests of the program itself.
struct ServiceProcess: Sendable {
    /// The running program.
    let process: ChildProcess
    /// Its base URL.
    let url: String
    /// Its standard error.
    let log: String

    /// Starts one and waits until it accepts connections.
    ///
    /// - Throws: `DeadlinePassed` with its log if it does not.
    static func start(_ options: [String], environment: [String: String], log: String) async throws -> ServiceProcess {
        let process = try ChildProcess.start(
            try Executables.find("entitlementd"), arguments: ["serve"] + options, environment: environment,
            standardOutput: .pipe, standardError: .file(log))
        let line = try await within(defaultDeadline, "line from entitlementd") { await process.standardOutput.next() }
        let prefix = "entitlementd listening on "
        guard let line, line.hasPrefix(prefix) else {
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            throw DeadlinePassed("entitlementd did not print its URL but: \(line ?? "nothing")\n\(text)")
        }
        return ServiceProcess(process: process, url: String(line.dropFirst(prefix.count)), log: log)
    }

    /// Waits until its log contains a text.
    ///
    /// - Throws: `DeadlinePassed`.
    func waitForLog(_ text: String, count: Int = 1) async throws {
        try await until("the log of \(url) has \(text)") {
            let log = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            return log.components(separatedBy: text).count > count
        }
    }
}
