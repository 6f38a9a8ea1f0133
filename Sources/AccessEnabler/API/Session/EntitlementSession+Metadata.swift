import Foundation
import ServiceAccess

extension EntitlementSession {
    /// A value of the user metadata.
    public enum MetadataValue: Sendable, Hashable {
        /// No value.
        case null
        /// A Boolean.
        case flag(Bool)
        /// A number.
        case number(Double)
        /// A string.
        case text(String)
        /// An array.
        case list([MetadataValue])
        /// Values by name.
        case dictionary([String: MetadataValue])

        init(_ json: JSONValue) {
            switch json {
            case .null: self = .null
            case .flag(let flag): self = .flag(flag)
            case .integer(let integer): self = .number(Double(integer))
            case .number(let number): self = .number(number)
            case .text(let text): self = .text(text)
            case .list(let list): self = .list(list.map(MetadataValue.init))
            case .object(let object): self = .dictionary(object.mapValues(MetadataValue.init))
            }
        }

        /// The string, if the value is one.
        public var text: String? {
            if case .text(let text) = self { text } else { nil }
        }

        /// The strings of an array; a single string counts as an array of one.
        public var texts: [String] {
            switch self {
            case .text(let text): [text]
            case .list(let list): list.compactMap(\.text)
            default: []
            }
        }
    }

    /// A field of the user metadata.
    public struct Metadata: Sendable, Hashable {
        /// The value; the Base64 of the encrypted value when ``isEncrypted``.
        public let value: MetadataValue
        /// Whether only the programmer's private key can read it.
        public let isEncrypted: Bool
    }

    /// Returns a field of the provider's data about the user, such as `zip`, `householdID`, `maxRating`, `channelID`, or
    /// `tokenSource`; nil if there is no such field or the user is not logged in. Mirrors `getMetadata` with
    /// ``METADATA_USER_META``.
    ///
    /// - Throws: ``EntitlementError/Kind/cancelled``.
    public func metadata(_ name: String) async throws(EntitlementError) -> Metadata? {
        let arguments: [String: JSONValue] = [METADATA_USER_META_KEY: .text(name)]
        guard let (value, isEncrypted) = try await metadata(METADATA_USER_META, arguments) else { return nil }
        return Metadata(value: MetadataValue(value), isEncrypted: isEncrypted)
    }

    /// The expiration date of the login; nil if the user is not logged in. Mirrors `getMetadata` with
    /// ``METADATA_AUTHENTICATION``.
    ///
    /// - Throws: ``EntitlementError/Kind/cancelled``.
    public var authenticationExpiration: Date? {
        get async throws(EntitlementError) { date(try await metadata(METADATA_AUTHENTICATION)?.value) }
    }

    /// Returns the expiration date of the stored authorization for a resource; nil if there is none. Mirrors `getMetadata` with
    /// ``METADATA_AUTHORIZATION``.
    ///
    /// - Throws: ``EntitlementError/Kind/cancelled``.
    public func authorizationExpiration(of resource: String) async throws(EntitlementError) -> Date? {
        date(try await metadata(METADATA_AUTHORIZATION, [METADATA_RESOURCE_ID_KEY: .text(resource)])?.value)
    }

    /// The device's identifier, for requestors that may read it. Mirrors `getMetadata` with ``METADATA_DEVICE_ID``.
    ///
    /// - Throws: ``EntitlementError/Kind/cancelled``.
    public var deviceIdentifier: String? {
        get async throws(EntitlementError) { try await metadata(METADATA_DEVICE_ID)?.value.text }
    }

    private func metadata(
        _ opcode: Int32, _ arguments: [String: JSONValue] = [:]
    ) async throws(EntitlementError) -> (value: JSONValue, isEncrypted: Bool)? {
        let all = arguments.merging([METADATA_OPCODE_KEY: .integer(Int64(opcode))]) { $1 }
        guard
            case .setMetadataStatus(let value?, let isEncrypted, _, _) = try await answer(to: .getMetadata(arguments: all))
                .callback
        else { return nil }
        return (value, isEncrypted)
    }

    /// Returns the date in an answer, which is in milliseconds since 1970.
    private func date(_ value: JSONValue?) -> Date? {
        value?.integer.map { Date(milliseconds: $0) }
    }
}
