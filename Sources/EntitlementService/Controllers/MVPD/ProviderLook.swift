import Encodings
import TVWorld

/// A provider's own look: a colour and a logo, derived from its identifier and its name.
struct ProviderLook: Sendable, Equatable {
    /// The index in ``colours``.
    let index: Int
    let initials: String

    /// A colour for light pages under white text, and one for dark pages under near-black text, each with a contrast of 4.5 or
    /// more.
    struct Colour: Sendable, Equatable {
        let light: String
        let dark: String
    }

    static let colours = [
        Colour(light: "#1f5fa8", dark: "#8ab8f0"), Colour(light: "#8a2b6b", dark: "#eba3d3"),
        Colour(light: "#1c6b3c", dark: "#8fd6a8"),
        Colour(light: "#8f3d12", dark: "#f0b08e"), Colour(light: "#5a3ea6", dark: "#bda9f5"),
        Colour(light: "#0f6670", dark: "#7fd1db"),
        Colour(light: "#a3262e", dark: "#f4a5a9"), Colour(light: "#5c5a0c", dark: "#d6d37a"),
    ]

    init(of provider: Provider) {
        // FNV-1a: the same in every process.
        let hash = provider.id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        index = Int(hash % UInt32(Self.colours.count))
        let words = provider.name.split(whereSeparator: \.isWhitespace).prefix(2)
        let letters = words.compactMap { $0.first { $0.isLetter || $0.isNumber } }
        let text = letters.isEmpty ? "TV" : String(letters)
        initials = text.uppercased()
    }

    /// The class of its pages' `body`.
    var bodyClass: String { "provider look-\(index)" }

    /// Its logo: its letters on a tile in its colour, below a lighter wave. It uses only attributes, no styles, which the
    /// Content-Security-Policy would block.
    var logo: String {
        let colour = Self.colours[index]
        // An arbitrary wave, derived from the same number.
        let rise = 34 + index * 3
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img">\
            <rect width="96" height="96" rx="20" fill="\(colour.light)"/>\
            <path d="M0 \(rise)C28 \(rise - 22) 62 \(rise + 20) 96 \(rise - 10)V20A20 20 0 0 0 76 0H20A20 20 0 0 0 0 20Z" \
            fill="#ffffff" fill-opacity="0.16"/>\
            <text x="48" y="63" text-anchor="middle" font-family="system-ui, Cantarell, 'Noto Sans', sans-serif" font-size="42" \
            font-weight="700" fill="#ffffff">\(XMLReference.escape(initials))</text></svg>
            """
    }
}

extension Asset {
    /// The colours of providers' pages.
    static let providers = Asset("providers", .style, PageFiles.providersCss + providerColours)

    /// The script that allows a form to be sent only once; a page that is restored from the browser's cache can be sent again.
    static let sendOnce = Asset("send-once", .script, PageFiles.sendOnceJs)

    private static var providerColours: String {
        let light = ProviderLook.colours.enumerated().map {
            ".look-\($0.offset) { --accent: \($0.element.light); --on-accent: #ffffff; }\n"
        }
        let dark = ProviderLook.colours.enumerated().map {
            "  .look-\($0.offset) { --accent: \($0.element.dark); --on-accent: #14161a; }\n"
        }
        return light.joined() + "@media (prefers-color-scheme: dark) {\n" + dark.joined() + "}\n"
    }
}
