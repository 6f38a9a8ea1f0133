import TVWorld

/// The values that a key of the client information accepts.
enum DeviceInformationRule: Sendable {
    /// A string with a maximum length in bytes.
    case text(limit: Int)
    /// A nonnegative number, which may be written as a string.
    case number
    /// A port, which may be written as a string.
    case port
    /// `true` or `false`, which may be written as a string.
    case flag
    /// One of these. The keys of the synonyms are in lower case.
    case choice([String], synonyms: [String: String] = [:])

    /// The keys of the client information that REST v1 documents, with the restrictions of that page.
    static let all: [String: DeviceInformationRule] = [
        "primaryHardwareType": .choice([
            "Camera", "DataCollectionTerminal", "Desktop", "EmbeddedNetworkModule", "eReader", "GamesConsole",
            "GeolocationTracker", "Glasses", "MediaPlayer", "MobilePhone", "PaymentTerminal", "PluginModem", "SetTopBox", "TV",
            "Tablet", "WirelessHotspot", "Wristwatch", "VehicleMultimediaSystem", "Projector", "Unknown",
        ]),
        "model": .text(limit: 256), "version": .text(limit: 256), "manufacturer": .text(limit: 256),
        "vendor": .text(limit: 256),
        // The page's own instructions send "Roku" on Roku's devices, and the system's name, "iPadOS", on an iPad.
        "osName": .choice(
            ["Android", "Chrome OS", "Linux", "Mac OS", "OS X", "OpenBSD", "Roku OS", "Windows", "iOS", "tvOS", "webOS"],
            synonyms: ["roku": "Roku OS", "ipados": "iOS"]),
        "osFamily": .choice(families), "osVendor": .text(limit: 256), "osVersion": .text(limit: 256),
        "browserName": .choice([
            "Android Browser", "Chrome", "Edge", "Firefox", "Internet Explorer", "Opera", "Safari", "SeaMonkey",
            "Symbian Browser",
        ]),
        "browserVendor": .choice([
            "Amazon", "Apple", "Google", "Microsoft", "Motorola", "Mozilla", "Netscape", "Nintendo", "Nokia", "Samsung",
            "Sony Ericsson",
        ]),
        "browserVersion": .text(limit: 256), "userAgent": .text(limit: 2_048), "displayWidth": .number,
        "displayHeight": .number, "displayPpi": .number, "diagonalScreenSize": .number, "connectionIp": .text(limit: 64),
        "connectionPort": .port, "connectionType": .text(limit: 64), "connectionSecure": .flag,
        "applicationId": .text(limit: 256),
    ]

    /// The restriction of `osVendor`, which only REST v2 has.
    static let vendor = DeviceInformationRule.choice([
        "Amazon", "Apple", "Google", "LG", "Microsoft", "Mozilla", "Nintendo", "Nokia", "Roku", "Samsung", "Sony",
        "Tizen Project",
    ])

    /// The values of `osFamily`.
    static let families = [
        "Android", "BSD", "Linux", "PlayStation OS", "Roku OS", "Symbian", "Tizen", "Windows", "iOS", "macOS", "tvOS", "webOS",
    ]

    /// A description of the accepted values.
    var accepted: String {
        switch self {
        case .text(let limit): "a string of at most \(limit) bytes without control characters"
        case .number: "a number from 0 to 1000000"
        case .port: "a whole number from 0 to 65535"
        case .flag: "true or false"
        case .choice(let choices, _): choices.joined(separator: ", ")
        }
    }

    /// Returns the value as a string; nil if it is not accepted.
    func text(of value: JSON) -> String? {
        let text: String
        switch value {
        case .string(let string): text = string
        case .number(let number): text = number
        case .bool(let bool): text = bool ? "true" : "false"
        case .null, .array, .object: return nil
        }
        switch self {
        case .text(let limit):
            guard text.utf8.count <= limit, text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
                return nil
            }
            return text
        case .number: return Self.number(text)
        case .port: return Int(text).flatMap { (0...65_535).contains($0) ? String($0) : nil }
        case .flag: return ["true": "true", "false": "false"][text.lowercased()]
        case .choice(let choices, let synonyms):
            let lowercased = text.lowercased()
            return choices.first { $0.lowercased() == lowercased } ?? synonyms[lowercased]
        }
    }

    /// Returns a number in JSON's form: digits, optionally with a fraction.
    private static func number(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
        guard isPlain, let number = Double(text), (0...1_000_000).contains(number) else { return nil }
        return Int(exactly: number).map { String($0) } ?? String(number)
    }
}
