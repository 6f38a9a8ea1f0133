import Encodings

/// A requested resource: a plain identifier, or a media-RSS document that contains one.
public struct Resource: Sendable, Equatable {
    /// The text as sent by the app; tokens contain it unchanged.
    public let text: String
    /// The identifier that is compared with the provider's channels: the resource, or the document's channel title.
    public let channel: String
    /// The document's item guid, if any.
    public let guid: String?
    /// The rating of the document's item, or else of its channel, if any.
    public let rating: Rating?

    /// The maximum length of a resource, in bytes.
    public static let limit = 8_192

    /// Creates a resource. A text that begins with `<` is media RSS: `rss/channel/title`, and optionally `guid` below `item` and
    /// `media:rating` below `item` or `channel`.
    ///
    /// - Returns: Nil if it is empty, too long, has control characters or others that XML excludes, and so a media token, or is a
    ///   malformed document.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.limit else { return nil }
        let start = text.unicodeScalars.first { $0 != " " && $0 != "\n" && $0 != "\r" && $0 != "\t" }
        guard let start else { return nil }
        self.text = text
        guard start == "<" else {
            guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 && XMLReference.isLegal($0) }) else {
                return nil
            }
            channel = text
            guid = nil
            rating = nil
            return
        }
        guard text.unicodeScalars.allSatisfy(XMLReference.isLegal), let root = Self.root(of: text) else { return nil }
        let channels = root.name == "rss" ? root.children("channel") : []
        let items = channels.flatMap { $0.children("item") }
        let itemRatings = items.flatMap { $0.children("media:rating") }
        let ratings = itemRatings.isEmpty ? channels.flatMap { $0.children("media:rating") } : itemRatings
        guard let title = Self.text(of: channels.flatMap { $0.children("title") }), !title.isEmpty else { return nil }
        channel = title
        guid = Self.text(of: items.flatMap { $0.children("guid") })
        let scheme = ["urn:mpaa": "MPAA", "urn:v-chip": "VCHIP"][ratings.last?.attributes["scheme"] ?? ""]
        rating = Self.text(of: ratings).flatMap { value in scheme.map { Rating(scheme: $0, value: value.uppercased()) } }
    }

    /// Returns the only element outside of all others; nil if the document is malformed. A document type counts as malformed.
    private static func root(of text: String) -> XMLReader.Element? {
        var reader = XMLReader(text, depthLimit: 16)
        guard let roots = try? reader.roots(), roots.count == 1, !reader.hasDocumentType else { return nil }
        return roots[0]
    }

    private static func text(of elements: [XMLReader.Element]) -> String? {
        let text = elements.map(\.text).joined()
        return text.isEmpty ? nil : text.trimmingWhitespace
    }
}

/// A programme's rating in one of the schemes of user metadata (`maxRating`).
public struct Rating: Sendable, Equatable {
    /// `MPAA` or `VCHIP`, the keys of `maxRating`.
    public var scheme: String
    /// `PG-13`, `TV-14`, …
    public var value: String

    /// Returns whether the rating exceeds a user's limit; unknown schemes and values have no limit.
    func exceeds(_ limits: [String: String]) -> Bool {
        guard let scale = Self.scales[scheme], let limit = limits[scheme], let highest = scale.firstIndex(of: limit),
            let rank = scale.firstIndex(of: value)
        else { return false }
        return rank > highest
    }

    private static let scales = [
        "MPAA": ["G", "PG", "PG-13", "R", "NC-17"],
        "VCHIP": ["TV-Y", "TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA"],
    ]
}
