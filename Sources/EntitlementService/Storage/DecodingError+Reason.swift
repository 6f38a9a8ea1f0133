import TVWorld

extension DecodingError {
    /// The field that cannot be decoded, and what is accepted there, for users: `record.id is missing`.
    ///
    /// - Parameter path: The place of the decoded document.
    func reason(at path: String) -> String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.place(context.codingPath + [key], path)) is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            "\(Self.place(context.codingPath, path)) takes \(Self.accepted(type))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            "\(Self.place([], path)) is not JSON, or contains a number that is too large or not whole"
        case .dataCorrupted(let context): "\(Self.place(context.codingPath, path)) has a value that is not accepted"
        @unknown default: "\(Self.place([], path)) cannot be decoded"
        }
    }

    private static func place(_ keys: [any CodingKey], _ path: String) -> String {
        let place = keys.reduce(path) { path, key in
            key.intValue.map { "\(path)[\($0)]" } ?? WorldDocumentError.join(path, key.stringValue)
        }
        return place.isEmpty ? "it" : place
    }

    private static func accepted(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}
