import Glibc
import PrivateSession
import StateDirectory
import Testing

@Suite("key pool")
struct KeyPoolTests {
    private let folder: TemporaryFolder
    private let pool: KeyPool

    init() throws {
        folder = try TemporaryFolder.create(prefix: "vsasim-pool-")
        pool = KeyPool(folder: folder.path + "/pool")
    }

    @Test("a key is returned once, also for concurrent callers")
    func once() async throws {
        defer { folder.remove() }
        let keys = Set((0..<20).map { "key \($0)" })
        for key in keys { try pool.add(key) }
        let pool = pool
        let taken = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var mine: [String] = []
                    while let key = pool.take() { mine.append(key) }
                    return mine
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(taken.count == keys.count)
        #expect(Set(taken) == keys)
        #expect(pool.count == 0)
    }

    @Test("a pool that is missing or empty does not return a key")
    func empty() throws {
        defer { folder.remove() }
        #expect(pool.take() == nil)
        mkdir(pool.folder, 0o700)
        #expect(pool.take() == nil)
        #expect(KeyPool(environment: [:]) == nil)
        #expect(KeyPool(environment: [KeyPool.variable: ""]) == nil)
        #expect(KeyPool(environment: [KeyPool.variable: pool.folder]) == pool)
    }

    @Test("keys that others could have read are not used", arguments: ["folder", "file"])
    func openToOthers(what: String) throws {
        defer { folder.remove() }
        try pool.add("key")
        let name = try #require(PrivateFolder.names(in: pool.folder).first)
        chmod(what == "folder" ? pool.folder : "\(pool.folder)/\(name)", what == "folder" ? 0o755 : 0o644)
        #expect(pool.take() == nil)
        if what == "folder" {
            let error = #expect(throws: KeyPoolError.self) { try pool.add("another") }
            #expect(error?.description.contains("mode 0700") == true)
        }
    }

    @Test("other files than keys are ignored")
    func strangers() throws {
        defer { folder.remove() }
        try pool.add("key")
        symlink("/etc/passwd", "\(pool.folder)/link.pem")
        mkfifo("\(pool.folder)/pipe.pem", 0o600)
        mkdir("\(pool.folder)/folder.pem", 0o700)
        #expect(pool.take() == "key")
        #expect(pool.take() == nil)
    }

    @Test("a folder that cannot be created is named")
    func unusable() {
        defer { folder.remove() }
        let error = #expect(throws: KeyPoolError.self) { try KeyPool(folder: "/dev/null/pool").add("key") }
        #expect(error?.description.contains("/dev/null/pool") == true)
    }

    @Test("a pool whose keys cannot be listed is not filled", .timeLimit(.minutes(1)))
    func unreadable() throws {
        defer { folder.remove() }
        let refill = try #require(try KeyPoolRefill(pool))
        chmod(pool.folder, 0o300)
        let error = #expect(throws: KeyPoolError.self) { try refill.fill(to: 1) { "key" } }
        #expect(error?.description.contains("mode 0700") == true)
    }

    @Test("only one process fills the pool, up to the limit")
    func refill() throws {
        defer { folder.remove() }
        var made = 0
        do {
            let refill = try #require(try KeyPoolRefill(pool))
            let second = try KeyPoolRefill(pool)
            #expect(second == nil)
            let added = try refill.fill(to: 3) {
                made += 1
                return "key \(made)"
            }
            #expect(added == 3)
            #expect(pool.count == 3)
        }
        #expect(pool.take() != nil)
        let again = try #require(try KeyPoolRefill(pool))
        #expect(try again.fill(to: 3) { "another" } == 1)
    }
}
