import EntitlementService
import Foundation
import Glibc
import PrivateSession
import SAML
import TVWorld
import Testing

@Suite("The server's certificate and key")
struct TLSIdentityTests {
    /// The folder of a certificate and a key.
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder.create(prefix: "vsasim-tls-") }

    /// Writes a file with a mode.
    private func write(_ text: String, to name: String, mode: mode_t) throws -> String {
        let path = try folder.write(text, to: name)
        #expect(chmod(path, mode) == 0)
        return path
    }

    private func reason(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "usable"
        } catch {
            return "\(error)"
        }
    }

    private static let begin = "-----BEGIN CERTIFICATE-----"

    /// The key and the certificate of a PEM text.
    private func parts(_ key: SigningKey) throws(SAMLError) -> (key: String, certificate: String) {
        let pem = try key.pem
        let start = pem.range(of: Self.begin)?.lowerBound ?? pem.endIndex
        return (String(pem[..<start]), String(pem[start...]))
    }

    @Test("each possible defect has a message that names the file and the remedy")
    func mistakes() async throws {
        defer { folder.remove() }
        let (service, provider) = try (parts(await TestKeys.service.value), parts(await TestKeys.provider.value))
        let certificate = try write(service.certificate, to: "server.pem", mode: 0o644)
        let key = try folder.write(service.key, to: "server.key")
        let other = try folder.write(provider.key, to: "other.key")
        let open = try write(service.key, to: "open.key", mode: 0o644)
        let nothing = try folder.write("nothing", to: "nothing.pem")
        let clock = ManualClock()
        func reason(_ certificate: String, _ key: String, _ clock: any WorldClock) -> String {
            self.reason { _ = try TLSIdentity(certificate: certificate, key: key, clock: clock) }
        }
        #expect(reason(certificate, key, clock) == "usable")
        #expect(reason(certificate, other, clock) == "The key \(other) does not belong to the certificate \(certificate).")
        #expect(reason(certificate, open, clock) == "The key \(open) is open to others: chmod 600 \(open).")
        #expect(reason(nothing, key, clock) == "The file \(nothing) contains no certificate in PEM.")
        #expect(reason(key, key, clock) == "The file \(key) contains no certificate in PEM.")
        #expect(
            reason(certificate, nothing, clock) == "The file \(nothing) contains no private key in PEM, or one with a passphrase."
        )
        #expect(reason("/nowhere/a", key, clock) == "The file /nowhere/a cannot be read: No such file or directory.")
        #expect(reason(certificate, "/nowhere/a", clock) == "The key /nowhere/a cannot be read: No such file or directory.")
        let late = AdjustableClock(.frozen(milliseconds: 4_000_000_000_000))
        let early = AdjustableClock(.frozen(milliseconds: 1_000_000_000))
        #expect(reason(certificate, key, late).hasPrefix("The certificate \(certificate) expired on 20"))
        #expect(reason(certificate, key, early).hasPrefix("The certificate \(certificate) is not valid before 20"))
    }

    @Test("the file of a key may also contain its parameters and its certificate")
    func keyWithOtherParts() async throws {
        defer { folder.remove() }
        let service = try parts(await TestKeys.service.value)
        let certificate = try folder.write(service.certificate, to: "server.pem")
        let parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
        let key = try folder.write("\(parameters)\(service.key)\n\(service.certificate)", to: "server.key")
        #expect(reason { _ = try TLSIdentity(certificate: certificate, key: key, clock: ManualClock()) } == "usable")
    }

    @Test("a certificate whose key is of another kind is named as such")
    func unsupportedCertificate() async throws {
        defer { folder.remove() }
        let key = try folder.write(parts(await TestKeys.service.value).key, to: "server.key")
        let certificate = try folder.write(Self.shortKeyCertificate, to: "short.pem")
        let reason = reason { _ = try TLSIdentity(certificate: certificate, key: key, clock: ManualClock()) }
        #expect(reason.hasPrefix("The certificate \(certificate) cannot be used: its key must be RSA with 2048 bits or more,"))
    }

    /// A certificate for an RSA key of 1024 bits.
    private static let shortKeyCertificate = """
        -----BEGIN CERTIFICATE-----
        MIICBDCCAW2gAwIBAgIUUVhInAt+tzUi07Z4SQDZzpF5VzowDQYJKoZIhvcNAQEL
        BQAwFDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTEzMDE2MzI1NloXDTI2MTIz
        MDE2MzI1NlowFDESMBAGA1UEAwwJbG9jYWxob3N0MIGfMA0GCSqGSIb3DQEBAQUA
        A4GNADCBiQKBgQC2mW+H/3NkJ6EqjcYHowVD0H1yOAr1UWrq2p2Wu7i8xftkoG31
        kitAKIxuBzhjADc5mKJncHLDy3ulV5wnvhZDhkOanlYkGuhbH3Q4tXWjYmYTP6TB
        vgFFVDEXOK8J5vJgeJpo+VIdC30FvC9o9ps7MLFrthEDohEYEejgrKBYtQIDAQAB
        o1MwUTAdBgNVHQ4EFgQUxK6W6trz9eM2LS1gQo4m6AXvmUwwHwYDVR0jBBgwFoAU
        xK6W6trz9eM2LS1gQo4m6AXvmUwwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0B
        AQsFAAOBgQA7UaoVKNfTnZbyn/GP/Dg0vQNCJCN2bJjYquzG0GArZskfri2ZDLMm
        Jzy7he4KGJQvCRIblAmIuWRrSVE7yH/n8aA/so9tquhCRfsiciO+/gzI7RxX3rO4
        CXe27MaVtokBxIdbccz70XBktBuxCtL5DmijumCboSFRENgxvF4EMg==
        -----END CERTIFICATE-----
        """

    @Test("a key behind a link is the linked file, and must be a regular file of the user or root")
    func links() async throws {
        defer { folder.remove() }
        let service = try parts(await TestKeys.service.value)
        let certificate = try write(service.certificate, to: "server.pem", mode: 0o644)
        let key = try write(service.key, to: "server.key", mode: 0o400)
        _ = try write(service.key, to: "open.key", mode: 0o604)
        func reason(_ key: String) -> String {
            self.reason { _ = try TLSIdentity(certificate: certificate, key: key, clock: ManualClock()) }
        }
        /// Like secrets in Kubernetes: a link to a file in a folder that is also a link.
        func link(_ name: String, to target: String) throws -> String {
            let path = folder.path(name)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            return path
        }
        _ = try link("..data", to: folder.path)
        #expect(reason(try link("tls.key", to: "..data/server.key")) == "usable")
        let leading = try link("open-tls.key", to: "..data/open.key")
        #expect(reason(leading) == "The key \(leading) is open to others: chmod 600 \(leading).")
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(reason(pipe) == "The key \(pipe) is not a regular file.")
        #expect(reason(folder.path) == "The key \(folder.path) cannot be read: is a folder.")
        // Root may let a group read its keys, as Debian's ssl-cert does; others may not.
        #expect(chmod(key, 0o440) == 0)
        #expect(reason(key) == (geteuid() == 0 ? "usable" : "The key \(key) is open to others: chmod 600 \(key)."))
    }

    @Test("a key that belongs to another user is rejected", .enabled(if: geteuid() == 0, "not on this system: needs root"))
    func stranger() async throws {
        defer { folder.remove() }
        let service = try parts(await TestKeys.service.value)
        let certificate = try write(service.certificate, to: "server.pem", mode: 0o644)
        let key = try folder.write(service.key, to: "server.key")
        #expect(chown(key, 65_534, 65_534) == 0)
        let reason = reason { _ = try TLSIdentity(certificate: certificate, key: key, clock: ManualClock()) }
        #expect(reason == "The key \(key) belongs to another user (65534), and must belong to 0 or root: chown.")
    }

    @Test("reloading uses the current files, and keeps the old ones if those are unusable")
    func reloading() async throws {
        defer { folder.remove() }
        let (service, provider) = try (parts(await TestKeys.service.value), parts(await TestKeys.provider.value))
        let certificate = try folder.write(service.certificate, to: "server.pem")
        let key = try folder.write(service.key, to: "server.key")
        let identity = try TLSIdentity(certificate: certificate, key: key, clock: ManualClock())
        try folder.write(provider.certificate, to: "server.pem")
        #expect(reason { try identity.reload() }.contains("does not belong to"))
        try folder.write(provider.key, to: "server.key")
        #expect(reason { try identity.reload() } == "usable")
        // A pipe without a writer must not block the running service.
        #expect(unlink(certificate) == 0 && mkfifo(certificate, 0o600) == 0)
        #expect(reason { try identity.reload() } == "The file \(certificate) contains no certificate in PEM.")
    }
}
