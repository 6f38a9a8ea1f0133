import Encodings
import FoundationEssentials
import Glibc
import StateDirectory

extension Doctor {
    /// Examines the device's state folder, and the keys in it.
    func examineStateFolder(_ path: String?) -> [Finding] {
        guard let path else { return [] }
        let manager = FileManager.default
        var isFolder = false
        guard manager.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
            return [
                .problem(
                    .stateFolder, "the state folder \(path) was removed while vsad is running: its changes are lost when it ends",
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
        var findings: [Finding] = []
        func check(_ kind: String, _ path: String, _ weakness: String, right: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
            let mode = String(status.st_mode & 0o777, radix: 8)
            findings.append(
                .problem(.keys, "the \(kind) \(path) \(weakness) (mode \(mode))", cure: "chmod \(right) '\(path)'"))
        }
        for folder in folders {
            check("key folder", folder, "is open to others", right: "700")
            for name in PrivateFolder.names(in: folder).sorted() where name.hasSuffix(".pem") {
                check("key", "\(folder)/\(name)", "can be read by others", right: "600")
            }
        }
        return findings.isEmpty ? [.fine(.keys, "private keys are readable by their owner only")] : findings
    }

    /// Examines the folder in which the service publishes its address.
    func examineRuntimeFolder() -> Finding {
        guard let path = environment["XDG_RUNTIME_DIR"].nonEmpty else {
            var finding = Finding.problem(
                .runtimeFolder, "XDG_RUNTIME_DIR is not set: vsactl and apps do not find the service's address there",
                cure: "Log in through the desktop or with loginctl enable-linger, or start: vsactl run -- COMMAND")
            // The service that the environment names is found without it.
            if environment["VSASIM_SERVICE_URL"].nonEmpty != nil { finding.level = .remark }
            return finding
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
        // A JWT: three parts in URL-safe Base64, where eyJ begins a JSON object.
        guard text.wholeMatch(of: #/eyJ[A-Za-z0-9_-]+\.eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/#) != nil else {
            return .problem(.statement, "the file \(path) contains no software statement", cure: issue)
        }
        return .fine(.statement, path)
    }
}
