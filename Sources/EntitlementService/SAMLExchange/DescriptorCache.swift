import SAML
import Synchronization

/// Remembers metadata that was read before; there are only as many texts as parties.
final class DescriptorCache: Sendable {
    private let known = Mutex<[String: EntityDescriptor]>([:])

    /// What a text of metadata says.
    ///
    /// - Throws: ``SAML/SAMLError`` when it is none.
    func descriptor(_ xml: String) throws(SAMLError) -> EntityDescriptor {
        if let descriptor = known.withLock({ $0[xml] }) { return descriptor }
        let descriptor = try EntityDescriptor(xml: xml)
        known.withLock { known in
            if known.count >= 64 { known = [:] }
            known[xml] = descriptor
        }
        return descriptor
    }
}
