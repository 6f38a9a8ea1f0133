import Glibc
import PrivateSession
import StateDirectory
import Testing

@Suite("state directory")
struct StateDirectoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder.create(prefix: "vsasim-state-") }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func text(_ path: String) throws -> String? {
        try PrivateFile.read(path, limit: 100).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a file is replaced, a second one is not created, and nothing else remains", arguments: [false, true])
    func write(isSynced: Bool) throws {
        defer { folder.remove() }
        let path = folder.path + "/file"
        #expect(try text(path) == nil)
        #expect(try PrivateFile.create(path, with: "one".utf8, isSynced: isSynced))
        #expect(try !PrivateFile.create(path, with: "two".utf8, isSynced: isSynced))
        #expect(try text(path) == "one" && mode(path) == 0o600)
        try PrivateFile.replace(path, with: "three".utf8, isSynced: isSynced)
        #expect(try text(path) == "three" && mode(path) == 0o600)
        #expect(PrivateFolder.names(in: folder.path) == ["file"])
    }

    @Test("a file that cannot be written leaves nothing")
    func unwritable() throws {
        defer { folder.remove() }
        mkdir(folder.path + "/taken", 0o700)
        #expect(throws: SystemFailure(EISDIR)) { try PrivateFile.replace(folder.path + "/taken", with: "x".utf8) }
        #expect(throws: SystemFailure(ENOENT)) { try PrivateFile.replace(folder.path + "/none/file", with: "x".utf8) }
        #expect(PrivateFolder.names(in: folder.path) == ["taken"])
    }

    @Test("a temporary folder is removed with files whose names are not UTF-8")
    func removal() throws {
        // FOLDER/\xFF/\xFE
        let path = Array(folder.path.utf8CString.dropLast()) + [0x2F, -1]
        #expect(mkdir(path + [0], 0o700) == 0)
        let file = open(path + [0x2F, -2, 0], O_CREAT | O_WRONLY, 0o600)
        #expect(file >= 0 && close(file) == 0)
        #expect(PrivateFolder.names(in: folder.path) == ["\u{FFFD}"])
        folder.remove()
        #expect(mode(folder.path) == 0)
    }

    @Test("links, pipes, folders and large files are not read")
    func read() throws {
        defer { folder.remove() }
        try PrivateFile.replace(folder.path + "/file", with: "12345".utf8)
        symlink("file", folder.path + "/link")
        mkfifo(folder.path + "/pipe", 0o600)
        #expect(throws: PrivateFile.ReadError.isLink) { try PrivateFile.read(folder.path + "/link", limit: 5) }
        #expect(throws: PrivateFile.ReadError.isNotRegular) { try PrivateFile.read(folder.path + "/pipe", limit: 5) }
        #expect(throws: PrivateFile.ReadError.isNotRegular) { try PrivateFile.read(folder.path, limit: 5) }
        #expect(throws: PrivateFile.ReadError.isTooLarge) { try PrivateFile.read(folder.path + "/file", limit: 4) }
        #expect(try PrivateFile.read(folder.path + "/file", limit: 5) == Array("12345".utf8))
        #expect(try PrivateFile.read("/proc/self/status", limit: 100_000)?.isEmpty == false, "a file without a size")
    }

    @Test("folders are created with their parents")
    func folders() throws {
        defer { folder.remove() }
        let path = folder.path + "/a/b/c"
        try PrivateFolder.make(path)
        try PrivateFolder.make(path)
        #expect(mode(path) == 0o700 && mode(folder.path + "/a") == 0o700)
        try PrivateFile.replace(path + "/file", with: "".utf8)
        #expect(throws: SystemFailure(EEXIST)) { try PrivateFolder.make(path + "/file") }
        #expect(throws: SystemFailure(ENOTDIR)) { try PrivateFolder.make(path + "/file/below") }
    }

    @Test("one process has the lock, until it is released or ended")
    func lock() throws {
        defer { folder.remove() }
        let path = folder.path + "/lock"
        #expect(!FileLock.isTaken(path))
        let first = try #require(try FileLock(path))
        #expect(try FileLock(path) == nil)
        #expect(FileLock.isTaken(path))
        first.release()
        first.release()
        do { #expect(try FileLock(path) != nil) }
        do {
            let shared = try #require(try FileLock(path, isShared: true))
            #expect(try FileLock(path, isShared: true) != nil && FileLock(path) == nil)
            shared.release()
        }
        #expect(!FileLock.isTaken(path) && mode(path) == 0o600)
        // Opening a pipe without a writer would not return.
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0 && !FileLock.isTaken(folder.path + "/pipe"))
    }

    @Test(
        "the location of the state",
        arguments: [
            (["VSASIM_STATE_DIR": "/a", "XDG_STATE_HOME": "/b", "HOME": "/c"], "/a"),
            (["XDG_STATE_HOME": "/b", "HOME": "/c"], "/b/vsasim"),
            (["XDG_STATE_HOME": "b", "HOME": "/c"], "/c/.local/state/vsasim"),
            (["VSASIM_STATE_DIR": "", "HOME": "/c"], "/c/.local/state/vsasim"), ([:], nil),
        ] as [([String: String], String?)])
    func place(environment: [String: String], path: String?) {
        defer { folder.remove() }
        #expect(BaseDirectories.state(environment: environment) == path)
        #expect(BaseDirectories.state(environment: environment, home: "/d") == path ?? "/d/.local/state/vsasim")
    }

    @Test(
        "the location of configuration files",
        arguments: [
            (["XDG_CONFIG_HOME": "/b", "HOME": "/c"], "/b"), (["XDG_CONFIG_HOME": "b", "HOME": "/c"], "/c/.config"),
            (["HOME": "c"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func configuration(environment: [String: String], path: String?) {
        defer { folder.remove() }
        #expect(BaseDirectories.configurationHome(environment: environment) == path)
    }

    @Test(
        "the locations of data",
        arguments: [
            (["XDG_DATA_HOME": "/a", "HOME": "/c", "XDG_DATA_DIRS": "/d:e::/f"], ["/a", "/d", "/f"]),
            (["XDG_DATA_HOME": "a", "HOME": "/c"], ["/c/.local/share", "/usr/local/share", "/usr/share"]),
            (["XDG_DATA_DIRS": ":"], ["/usr/local/share", "/usr/share"]),
        ] as [([String: String], [String])])
    func data(environment: [String: String], paths: [String]) {
        defer { folder.remove() }
        #expect(BaseDirectories.data(environment: environment) == paths)
    }
}
