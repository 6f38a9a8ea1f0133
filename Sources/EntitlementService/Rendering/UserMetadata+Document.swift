import EntitlementCore
import SAML
import TVWorld

extension UserMetadata {
    /// Returns the response of `tokens/usermetadata`.
    ///
    /// - Throws: ``EntitlementCore/Refusal`` if something cannot be encrypted.
    func document() throws(Refusal) -> AnswerDocument {
        var members: [JSON.Member] = []
        for (key, value) in data.sorted(by: { $0.key < $1.key }) { members.append(.init(key, try json(value, of: key))) }
        return AnswerDocument(
            "usermetadata", items: ["usermetadata.encrypted": "key"],
            ["updated": .integer(updated), "encrypted": .strings(encrypted), "data": .object(members)])
    }

    /// The attributes of a profile of REST v2. A value that cannot be encrypted is replaced by the error.
    var attributes: JSON {
        .object(
            data.sorted { $0.key < $1.key }.map { key, value in
                do throws(Refusal) {
                    return .init(key, ["value": try json(value, of: key), "state": encrypted.contains(key) ? "enc" : "plain"])
                } catch {
                    let code = (error.code ?? .metadataCertificate).rawValue
                    return .init(key, ["state": "enc", "error": .string(code)])
                }
            })
    }

    /// Returns a value, encrypted if its key is.
    private func json(_ value: AttributeValue, of key: String) throws(Refusal) -> JSON {
        encrypted.contains(key) ? .string(try cipher().encrypted(value, key: key)) : value.document
    }

    private func cipher() throws(Refusal) -> MetadataCipher {
        do {
            guard let encryption else { throw SAMLError(.invalidCertificate, "there is none") }
            return try MetadataCipher(encryption)
        } catch {
            throw Refusal(500, .metadataCertificate, "The requestor's certificate for user metadata cannot be used: \(error)")
        }
    }
}
