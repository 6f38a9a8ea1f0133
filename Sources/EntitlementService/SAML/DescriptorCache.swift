import SAML
import Synchronization

/// A cache of parsed metadata. It holds at most one descriptor for each party.
final class DescriptorCache: Sendable {
    private let known = Mutex<[String: EntityDescriptor]>([:])

    /// Returns the parsed metadata.
    ///
    /// - Throws: ``SAML/SAMLError`` if the text is not valid metadata.
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
