import Encodings
import Testing

@testable import AccountCore

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "Published digests",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ])
    func digests(text: String, digest: String) {
        #expect(hexadecimal(SHA256.digest(of: Array(text.utf8))) == digest)
    }

    /// The expected value was computed with Python: the digest of the digests of all lengths up to more than two blocks.
    @Test("Every length around the ends of blocks")
    func lengths() {
        let digests = (0..<130).flatMap { length in SHA256.digest(of: (0..<length).map { UInt8($0 % 251) }) }
        #expect(hexadecimal(SHA256.digest(of: digests)) == "105812602bb337abca31d9f6bf3a57a3907500005fad7c01e1e1140aa77e4499")
    }
}
