import Testing

@testable import PrivateSession
@testable import VSAControl

@Suite("running sessions")
struct RunningSessionTests {
    private func entry(_ id: Int32, child parent: Int32, _ folder: String, service: String? = nil, state: String = "")
        -> RunningSession.Member
    {
        var variables = ["VSASIM_SESSION": folder, "XDG_STATE_HOME": state, "PATH": "/bin", "OTHER": "1"]
        variables["VSASIM_SERVICE_URL"] = service
        return (ProcessTable.Process(id: id, parent: parent, group: id, isZombie: false), variables)
    }

    @Test("a session consists of its command, not its daemons, the command's children or orphans; sessions can be nested")
    func sessions() {
        let found = RunningSession.sessions(
            of: [
                entry(12, child: 10, "/tmp/vsasim-a", service: "http://a"), entry(11, child: 10, "/tmp/vsasim-a"),
                entry(13, child: 12, "/tmp/vsasim-a", service: "http://a"),
                entry(14, child: 10, "/tmp/vsasim-a", service: "http://a"),
                entry(20, child: 13, "/tmp/vsasim-b", service: "http://b", state: "/home/x/vsasim/instances/kept/state"),
                entry(19, child: 13, "/tmp/vsasim-b"),
            ], commandLine: { "command \($0)" })
        #expect(found.map(\.id) == ["a", "b"] && found.map(\.processID) == [10, 13])
        #expect(found.map(\.command) == ["command 12", "command 20"] && found.map(\.instance) == [nil, "kept"])
        #expect(found[0].variables["OTHER"] == nil && found[0].variables["PATH"] == "/bin")
        let environment = found[0].environment(in: [
            "VSASIM_ADMIN_TOKEN": "other", "HOME": "/home/x", "VSASIM_STATE_DIR": "/other", "VSASIM_SYNC": "off",
            "VSASIM_ENTITLEMENTD_STATE": "/other",
        ])
        #expect(Set(environment.keys) == Set(found[0].variables.keys).union(["HOME"]))
        #expect(environment["VSASIM_SERVICE_URL"] == "http://a")
    }

    @Test("programs outside of a session that have its variables are not its command, whether it is running or not")
    func borrowedVariables() {
        // `vsactl run` from a shell with the variables of a session, and a command of `vsactl attach`.
        let borrowers = [
            entry(5, child: 4, "/tmp/vsasim-a", service: "http://a"), entry(6, child: 5, "/tmp/vsasim-b"),
            entry(7, child: 5, "/tmp/vsasim-b", service: "http://b"),
            entry(8, child: 3, "/tmp/vsasim-a", service: "http://a"),
        ]
        let session = [entry(11, child: 10, "/tmp/vsasim-a"), entry(12, child: 10, "/tmp/vsasim-a", service: "http://a")]
        let found = RunningSession.sessions(of: borrowers + session, commandLine: { "command \($0)" })
        #expect(found.map(\.id) == ["b", "a"] && found.map(\.command) == ["command 7", "command 12"])
        #expect(RunningSession.sessions(of: borrowers, commandLine: { _ in nil }).map(\.id) == ["b"])
    }

    @Test("a session is found by its identifier or folder, or because it is the only one")
    func find() throws {
        let sessions = RunningSession.sessions(
            of: [
                entry(12, child: 10, "/tmp/vsasim-a", service: "http://a"), entry(11, child: 10, "/tmp/vsasim-a"),
                entry(22, child: 20, "/tmp/vsasim-b", service: "http://b"), entry(21, child: 20, "/tmp/vsasim-b"),
            ], commandLine: { _ in nil })
        #expect(try RunningSession.find("b", among: sessions).processID == 20)
        #expect(try RunningSession.find("/tmp/vsasim-a", among: sessions).processID == 10)
        #expect(try RunningSession.find(nil, among: [sessions[0]]).id == "a")
        func status(_ id: String?, _ sessions: [RunningSession]) -> Int32? {
            do { _ = try RunningSession.find(id, among: sessions) } catch { return (error as? Failure)?.status.rawValue }
            return nil
        }
        #expect(status("c", sessions) == 10 && status(nil, []) == 10 && status(nil, sessions) == 64)
    }
}
