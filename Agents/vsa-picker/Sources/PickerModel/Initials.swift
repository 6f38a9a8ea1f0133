/// The replacement for a logo: one or two letters on a disc whose colour is derived from the provider.
public struct Initials: Sendable, Equatable {
    /// The number of colours.
    public static let colours = 10

    /// One or two letters or digits; `?` if the name has none.
    public let letters: String
    /// The index of the colour, from 0. The same identifier has the same colour everywhere.
    public let colour: Int

    /// Creates the initials of a name.
    public init(name: String, identifier: String) {
        let words = SearchText.words(of: name)
        let first = words.first.flatMap(\.first)
        let second = words.count > 1 ? words.dropFirst().first.flatMap(\.first) : nil
        let text = [first, second].compactMap { $0 }.map { String($0).uppercased() }.joined()
        letters = text.isEmpty ? "?" : text
        // FNV-1a: Swift's own hash differs from run to run.
        let hash = identifier.utf8.prefix(256).reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        colour = Int(hash >> 8) % Initials.colours
    }
}
