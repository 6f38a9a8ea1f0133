import EntitlementCore
import SAML
import TVWorld

extension UserMetadata {
    /// Returns the response of `tokens/usermetadata`.
    ///
    /// - Throws: ``EntitlementCore/Refusal`` if something cannot be encrypted.
    func document() throws(Refusal) -> AnswerDocument {
        var fields: [AnswerDocument.Field] = []
        for (key, value) in data.sorted(by: { $0.key < $1.key }) {
            fields.append(
                .init(key, encrypted.contains(key) ? .text(try cipher().encrypted(value, key: key)) : Self.value(value)))
        }
        return AnswerDocument(
            "usermetadata",
            [
                .init("updated", .integer(updated)), .init("encrypted", .texts(item: "key", encrypted)),
                .init("data", .fields(fields)),
            ])
    }

    /// The attributes of a profile of REST v2. A value that cannot be encrypted is replaced by the error.
    var attributes: JSON {
        .object(
            data.sorted { $0.key < $1.key }.map { key, value in
                guard encrypted.contains(key) else {
                    return .init(key, .object([.init("value", Self.value(value).json), .init("state", "plain")]))
                }
                do throws(Refusal) {
                    let text = try cipher().encrypted(value, key: key)
                    return .init(key, .object([.init("value", .string(text)), .init("state", "enc")]))
                } catch {
                    let code = (error.code ?? .metadataCertificate).rawValue
                    return .init(key, .object([.init("state", "enc"), .init("error", .string(code))]))
                }
            })
    }

    private func cipher() throws(Refusal) -> MetadataCipher {
        do {
            guard let encryption else { throw SAMLError(.invalidCertificate, "there is none") }
            return try MetadataCipher(encryption)
        } catch {
            throw Refusal(500, .metadataCertificate, "The requestor's certificate for user metadata cannot be used: \(error)")
        }
    }

    private static func value(_ value: AttributeValue) -> AnswerDocument.Value {
        switch value {
        case .text(let text): .text(text)
        case .number(let number): .integer(number)
        case .flag(let flag): .flag(flag)
        case .list(let texts): .texts(item: "value", texts)
        case .map(let map): .fields(map.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value)) })
        }
    }
}
