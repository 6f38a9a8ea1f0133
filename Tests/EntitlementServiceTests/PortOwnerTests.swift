import DatabaseServer
import EntitlementService
import Testing

@Suite("The process that listens on a port")
struct PortOwnerTests {
    @Test("is found among more sockets than the kernel lists in one read")
    func manySockets() throws {
        let servers = try (0..<64).map { _ in try SilentServer() }
        #expect(servers.allSatisfy { PortOwner.find(port: Int($0.port)) != nil })
    }
}
