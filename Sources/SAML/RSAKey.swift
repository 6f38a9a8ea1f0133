import CXMLSec

/// An RSA key in the C library, freed with its last owner.
final class RSAKey: @unchecked Sendable {
    // Sendable: the key behind the pointer never changes after init, OpenSSL counts its references atomically, and every
    // operation takes a reference of its own (`operation_key` in cxmlsec.c).
    let pointer: OpaquePointer

    static let minimumBits = 2048

    /// Takes over the key.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { cxs_key_free(pointer) }

    /// The size of its modulus.
    var bits: Int { Int(cxs_key_bits(pointer)) }

    /// Whether both have the same public part.
    func matches(_ other: RSAKey) -> Bool { cxs_key_matches(pointer, other.pointer) }
}
