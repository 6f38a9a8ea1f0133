import Encodings
import TVWorld

/// The account in a snapshot, and in the device's state file.
extension SystemAccount {
    private static let snapshotKeys = ["provider", "subscriber", "signed-in-at", "expires-at", "seed"]

    /// The account, with the seed of `verification-data` in hexadecimal digits.
    package var snapshotDocument: JSON {
        [
            "provider": .string(provider), "subscriber": .string(subscriber), "signed-in-at": .integer(signedInAt),
            "expires-at": .integer(expiresAt), "seed": .string(hexadecimal(seed)),
        ]
    }

    /// Creates an account from a snapshot.
    ///
    /// - Throws: `InvalidInput` with the first invalid field.
    package init(snapshot value: JSON, at path: String) throws(InvalidInput) {
        let fields = try SnapshotFields(value, at: path, keys: Self.snapshotKeys)
        let text = try fields.text("seed")
        let halves = text.utf8.compactMap(hexadecimalValue)
        guard halves.count == text.utf8.count, halves.count.isMultiple(of: 2), halves.count <= 128 else {
            throw fields.refusal("seed", "at most 64 bytes as hexadecimal digits")
        }
        let seconds = (ClockSetting.representable.lowerBound / 1_000)...(Int64.max / 1_000)
        self.init(
            provider: try fields.text("provider"), subscriber: try fields.text("subscriber"),
            signedInAt: try fields.integer("signed-in-at", in: seconds), expiresAt: try fields.integer("expires-at", in: seconds),
            seed: stride(from: 0, to: halves.count, by: 2).map { halves[$0] << 4 | halves[$0 + 1] })
    }
}
