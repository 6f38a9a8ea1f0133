import Encodings
import EntitlementCore
import Foundation
import TVWorld

/// The page on which a user chooses the TV provider at which to log in, for the code that an app or a television received.
struct ProviderChoice {
    let record: RegistrationCode
    /// The channel of the code's app.
    let requestor: Requestor
    let path: String
    let providers: [Provider]
    /// The temporary pass that is offered instead of them, if any.
    var pass: Provider?
    /// Returns the address at which the login at a provider starts.
    let address: (Provider) -> String

    /// The number of providers above which there is a search field.
    private static let searchLimit = 8

    func page(for call: APICall) -> Page {
        let code = record.code
        // The device may have preselected a provider; another one can still be chosen.
        let chosen = providers.filter { $0.mvpd == record.mvpd }
        // Only the page with all of them has a search.
        let isNarrowed = !chosen.isEmpty && call.parameters["all"] == nil && call.parameters["q"] == nil
        let query = String((call.parameters["q"] ?? "").prefix(64))
        let shown = isNarrowed ? chosen : providers.filter { Self.matches($0.name, query) }
        var page = Page(
            title: "Choose your TV provider", template: PageFiles.activationProvidersMustache,
            content: [
                "path": .text(path), "code": .text(code), "device": .text(record.deviceName), "requestor": .text(requestor.name),
                "search": .flag(!isNarrowed && providers.count > Self.searchLimit), "query": .text(query),
                "providers": .list(shown.map(choice)),
                "others": .optional(isNarrowed && providers.count > 1 ? "\(path)?code=\(code)&all=1" : nil),
                "pass": .optional(pass?.name),
            ], styles: [.activation])
        if shown.isEmpty {
            page.content["none"] = .text(
                providers.isEmpty
                    ? "\(requestor.name) does not support any TV provider at the moment. Try again later."
                    : "No TV provider is called “\(query)”. Try a part of the name.")
        }
        return page
    }

    /// Returns whether every word of a search occurs in a name, ignoring case and accents.
    private static func matches(_ name: String, _ query: String) -> Bool {
        let name = plain(name)
        return query.split(whereSeparator: \.isWhitespace).allSatisfy { name.contains(plain(String($0))) }
    }

    /// Returns a string in lower case without accents.
    private static func plain(_ text: String) -> String {
        let scalars = text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        return String(String.UnicodeScalarView(scalars.filter { $0.properties.generalCategory != .nonspacingMark }))
    }

    private func choice(_ provider: Provider) -> PageValue {
        [
            "name": .text(provider.name), "logo": .text("/mvpd/\(PercentEncoding.encode(provider.id))/logo.svg"),
            "address": .text(address(provider)),
        ]
    }
}
