import Administration
import ArgumentParser
import TVWorld

/// A lifetime, `inherited`, or by platform such as `2h,tvos=30m` and `ios=inherited`.
struct LifetimeChange: Sendable, Equatable, ExpressibleByArgument {
    /// An own lifetime, or the inherited one.
    enum Value: Sendable, Equatable {
        case inherited
        case own(WholeSeconds)

        fileprivate init?(_ text: Substring) {
            if text == "inherited" {
                self = .inherited
            } else if let span = WholeSeconds(argument: String(text)) {
                self = .own(span)
            } else {
                return nil
            }
        }

        var json: JSON {
            switch self {
            case .inherited: .null
            case .own(let span): .integer(span.seconds)
            }
        }

        /// Returns whether it equals the service's value.
        func isVisible(in seconds: Int64?) -> Bool {
            switch self {
            case .inherited: seconds == nil
            case .own(let span): seconds == span.seconds
            }
        }
    }

    /// The value for all platforms without one of their own.
    var all: Value?
    /// The value for iPhone and iPad.
    var ios: Value?
    /// The value for Apple TV.
    var tvos: Value?

    init?(argument: String) {
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let text = words.last, let value = Value(text) else { return nil }
            switch words.count == 1 ? "all" : words[0] {
            case "all" where all == nil && words.count == 1: all = value
            case "ios" where ios == nil: ios = value
            case "tvos" where tvos == nil: tvos = value
            default: return nil
            }
        }
    }

    /// Returns the members of the service's call: one for all platforms, and one for specific platforms.
    func members(_ name: String, platforms: String) -> [JSON.Member] {
        let named = JSON.given(["ios": ios?.json, "tvos": tvos?.json])
        return JSON.given([name: all?.json, platforms: named.isEmpty ? nil : .object(named)])
    }

    /// Returns whether the service shows the change.
    func isVisible(in seconds: Int64?, _ platforms: IntegrationResource.Lifetimes?) -> Bool {
        (all?.isVisible(in: seconds) ?? true) && (ios?.isVisible(in: platforms?.ios) ?? true)
            && (tvos?.isVisible(in: platforms?.tvos) ?? true)
    }

    /// A description for help and error messages.
    static let accepted = "\(WholeSeconds.accepted); inherited; or by platform, such as 2h,tvos=30m or ios=inherited"
}

/// A number, or `inherited`.
enum LimitChange: Sendable, Equatable, ExpressibleByArgument {
    case inherited
    case own(Int)

    init?(argument: String) {
        if argument == "inherited" {
            self = .inherited
        } else if let number = Int(argument), number >= 0 {
            self = .own(number)
        } else {
            return nil
        }
    }

    var json: JSON {
        switch self {
        case .inherited: .null
        case .own(let number): .integer(number)
        }
    }

    var own: Int? { if case .own(let number) = self { number } else { nil } }
}
