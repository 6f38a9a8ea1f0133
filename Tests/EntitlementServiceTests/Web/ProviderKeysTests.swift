import Foundation
import SAML
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Keys of providers' web pages")
struct ProviderKeysTests {
    private static let alpha = Provider(id: "alpha.example", name: "Alpha", mvpd: "Alpha")

    private func withFolder(_ body: (StateFolder) async throws -> Void) async throws {
        try await withStateFolder { path in
            let folder = try StateFolder(path: path)
            try await body(folder)
        }
    }

    @Test("a key is generated once, private, and kept after a restart and for another instance")
    func madeOnce() async throws {
        try await withFolder { folder in
            // Two instances request it at the same time; both get the content of the file.
            let (one, other) = (ProviderKeys(folder: folder), ProviderKeys(folder: folder))
            async let first = one.key(of: Self.alpha, now: 1_800_000_000)
            async let second = other.key(of: Self.alpha, now: 1_800_000_000)
            let certificates = try await [first.certificate, second.certificate]
            #expect(certificates[0] == certificates[1])
            #expect(try await ProviderKeys(folder: folder).key(of: Self.alpha, now: 1_900_000_000).certificate == certificates[0])
            let file = folder.path(of: "mvpd/alpha.example.pem")
            let modes = try [file, folder.path(of: "mvpd")].map {
                try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
            }
            #expect(modes == [0o600, 0o700])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "mvpd")) == ["alpha.example.pem"])
        }
    }

    @Test("a damaged key is named, and not overwritten")
    func damaged() async throws {
        try await withFolder { folder in
            try folder.write("no key", to: "mvpd/alpha.example.pem")
            let keys = ProviderKeys(folder: folder)
            await #expect(throws: SetupFailure.self) { try await keys.key(of: Self.alpha, now: 1_800_000_000) }
            #expect(try folder.read("mvpd/alpha.example.pem") == "no key")
        }
    }

    @Test("a provider's identifier of any length gets a file")
    func names() {
        #expect(ProviderKeys.file(of: "alpha.example") == "mvpd/alpha.example.pem")
        let long = String(repeating: "a", count: 255)
        #expect(ProviderKeys.file(of: long).utf8.count == 73 && ProviderKeys.file(of: long) != ProviderKeys.file(of: long + "b"))
    }
}
