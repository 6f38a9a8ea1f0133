import Encodings
import FoundationEssentials
import Glibc

extension Doctor {
    /// Examines the device's state folder, and the keys in it.
    func examineStateFolder(_ path: String?) -> [Finding] {
        guard let path else { return [] }
        let manager = FileManager.default
        var isFolder = false
        guard manager.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
            return [
                .problem(
                    .stateFolder, "the state folder \(path) was removed while vsad runs: its changes are lost when it ends",
                    cure: "Restart vsad, which creates it: \(restartDevice)")
            ]
        }
        guard access(path, W_OK | X_OK) == 0 else {
            return [
                .problem(
                    .stateFolder, "the state folder \(path) cannot be written",
                    cure: "chmod u+rwx '\(path)', or choose another folder with VSASIM_STATE_DIR.")
            ]
        }
        let folders = ["vsad-keys", "entitlementd", "entitlementd/mvpd"]
        return [.fine(.stateFolder, path)] + examineKeys(folders.map { "\(path)/\($0)" })
    }

    /// Checks that private keys and their folders are accessible only to their owner.
    private func examineKeys(_ folders: [String]) -> [Finding] {
        let manager = FileManager.default
        var findings: [Finding] = []
        for folder in folders where manager.fileExists(atPath: folder) {
            guard let mode = Self.mode(folder) else { continue }
            if mode & 0o077 != 0 {
                findings.append(
                    .problem(
                        .keys, "the key folder \(folder) is open to others (mode \(String(mode, radix: 8)))",
                        cure: "chmod 700 '\(folder)'"))
            }
            let names = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where name.hasSuffix(".pem") {
                guard let mode = Self.mode("\(folder)/\(name)"), mode & 0o077 != 0 else { continue }
                findings.append(
                    .problem(
                        .keys, "the key \(folder)/\(name) can be read by others (mode \(String(mode, radix: 8)))",
                        cure: "chmod 600 '\(folder)/\(name)'"))
            }
        }
        return findings.isEmpty ? [.fine(.keys, "private keys are readable by their owner only")] : findings
    }

    /// Returns the permission bits of a file; nil if it does not exist.
    private static func mode(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_mode & 0o777) : nil
    }

    /// Examines the folder in which the service publishes its address.
    func examineRuntimeFolder() -> Finding {
        guard let path = environment["XDG_RUNTIME_DIR"].nonEmpty else {
            return .problem(
                .runtimeFolder, "XDG_RUNTIME_DIR is not set: vsactl and apps do not find the service's address there",
                cure: "Log in through the desktop or with loginctl enable-linger, or start: vsactl run -- COMMAND")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            return .problem(
                .runtimeFolder, "XDG_RUNTIME_DIR (\(path)) is not a folder of this user",
                cure: "Set it to a folder of mode 0700, as a login does: /run/user/\(getuid())")
        }
        return .fine(.runtimeFolder, path)
    }

    /// Examines the statement with which apps register.
    func examineStatement() -> Finding {
        let issue = "vsactl client statement issue REF30 > statement.jwt; export VSASIM_SOFTWARE_STATEMENT=$PWD/statement.jwt"
        guard let path = environment["VSASIM_SOFTWARE_STATEMENT"].nonEmpty else {
            return .remark(
                .statement, "VSASIM_SOFTWARE_STATEMENT is not set: entitle and apps need their statement from elsewhere",
                cure: issue)
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            return .problem(.statement, "the software statement \(path) cannot be read", cure: issue)
        }
        let text = String(decoding: data, as: UTF8.self).trimmingWhitespace
        guard text.split(separator: ".", omittingEmptySubsequences: false).count == 3 else {
            return .problem(.statement, "the file \(path) contains no software statement", cure: issue)
        }
        return .fine(.statement, path)
    }
}
