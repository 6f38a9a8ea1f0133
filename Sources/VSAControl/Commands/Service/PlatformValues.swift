import ArgumentParser
import TVWorld

/// A value, or `inherited`.
struct Inheritable<Own: ExpressibleByArgument & Equatable & Sendable>: Sendable, Equatable, ExpressibleByArgument {
    /// The value; nil if it is inherited.
    let own: Own?

    init?(argument: String) {
        own = Own(argument: argument)
        if own == nil, argument != "inherited" { return nil }
    }
}

extension Inheritable: JSONConvertible where Own: JSONConvertible {
    var json: JSON { own?.json ?? .null }
}

/// A value for all platforms, or values by platform, such as `2h,tvos=30m` and `ios=on,tvos=off`.
struct PlatformValues<Value: ExpressibleByArgument & Equatable & Sendable>: Sendable, Equatable, ExpressibleByArgument {
    /// The value for all platforms that do not have their own.
    var all: Value?
    var ios: Value?
    var tvos: Value?

    init?(argument: String) {
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let value = words.last.flatMap(Value.init(argument:)) else { return nil }
            switch words.count == 1 ? "all" : words[0] {
            case "all" where all == nil && words.count == 1: all = value
            case "ios" where ios == nil: ios = value
            case "tvos" where tvos == nil: tvos = value
            default: return nil
            }
        }
    }
}

typealias SingleSignOnChange = PlatformValues<Switch>

extension SingleSignOnChange {
    var json: JSON { .object(JSON.given(["ios": ios ?? all, "tvos": tvos ?? all])) }
}

/// A lifetime, or `inherited`.
typealias LifetimeChange = PlatformValues<Inheritable<WholeSeconds>>

extension LifetimeChange {
    /// Returns the members of the service's call: one for all platforms, and one for specific platforms.
    func members(_ name: String, platforms: String) -> [JSON.Member] {
        let named = JSON.given(["ios": ios, "tvos": tvos])
        return JSON.given([name: all, platforms: named.nonEmpty.map(JSON.object)])
    }

    /// A description for help and error messages.
    static var accepted: String { "\(WholeSeconds.accepted); inherited; or by platform, such as 2h,tvos=30m or ios=inherited" }
}
