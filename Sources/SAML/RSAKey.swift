import CXMLSec

/// An RSA key in the C library, freed when its last owner releases it.
final class RSAKey: @unchecked Sendable {
    // Sendable: the key behind the pointer never changes after init, OpenSSL counts its references atomically, and every
    // operation retains its own reference (`operation_key` in cxmlsec.c).
    let pointer: OpaquePointer

    static let minimumBits = 2048

    /// Adopts the key.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { cxs_key_free(pointer) }

    /// The size of the modulus.
    var bits: Int { Int(cxs_key_bits(pointer)) }

    /// Whether both keys have the same public part.
    func matches(_ other: RSAKey) -> Bool { cxs_key_matches(pointer, other.pointer) }
}
