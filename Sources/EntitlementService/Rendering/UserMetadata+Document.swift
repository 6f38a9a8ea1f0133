import EntitlementCore
import TVWorld

extension UserMetadata {
    /// The answer of `tokens/usermetadata`.
    var document: AnswerDocument {
        AnswerDocument(
            "usermetadata",
            [
                .init("updated", .integer(updated)), .init("encrypted", .texts(item: "key", [])),
                .init("data", .fields(data.sorted { $0.key < $1.key }.map { .init($0.key, Self.value($0.value)) })),
            ])
    }

    private static func value(_ value: AttributeValue) -> AnswerDocument.Value {
        switch value {
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        case .list(let texts): .texts(item: "value", texts)
        case .map(let map): .fields(map.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value)) })
        }
    }
}
