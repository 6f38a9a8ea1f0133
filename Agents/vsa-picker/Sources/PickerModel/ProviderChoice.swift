/// The question which provider the user has: method `ChooseProvider`.
public struct ProviderChoice: Sendable, Equatable {
    /// What the question belongs to.
    public let origin: Origin
    /// Under the heading: for which app and what for.
    public let purpose: String
    /// Why the list is shown again, such as what the provider said.
    public let message: String?
    /// The rows as they are shown: featured ones first, in the app's order, then the others as they came.
    public let rows: [ProviderRow]
    /// How many of the rows are featured.
    public let featuredCount: Int
    /// Whether "Other TV Provider" is the last row. It is not when the app brings rows of its own.
    public let offersOther: Bool

    /// Reads the arguments of `ChooseProvider`. Of rows with the same identifier the first counts.
    ///
    /// - Throws: `InvalidDetails` naming the key.
    public init(details: Details, providers: [Details]) throws(InvalidDetails) {
        origin = try Origin(details: details)
        purpose = Purpose.text(application: origin.applicationName, title: try details.text("video-title"))
        message = try details.text("message").map { DisplayText.paragraph($0, limit: 300) }.flatMap { $0.isEmpty ? nil : $0 }
        var seen: Set<String> = []
        var all: [ProviderRow] = []
        for provider in providers {
            let row = try ProviderRow(provider, applicationName: origin.applicationName)
            if seen.insert(row.identifier).inserted { all.append(row) }
        }
        let order = try details.texts("featured")
        let featured = Self.featured(all, order: order)
        let identifiers = Set(featured.map(\.identifier))
        rows = featured + all.filter { !identifiers.contains($0.identifier) }
        featuredCount = featured.count
        offersOther = try details.flag("other") ?? !all.contains(where: \.isApplicationProvider)
    }

    /// Which rows are to be seen while this is in the search field.
    public func visibility(query text: String) -> [Bool] {
        let query = SearchText.Query(text)
        return query.isEmpty ? rows.map { _ in true } : rows.map { $0.searchText.matches(query) }
    }

    private static func featured(_ rows: [ProviderRow], order: [String]) -> [ProviderRow] {
        var places: [String: Int] = [:]
        for (place, identifier) in order.enumerated() where places[identifier] == nil { places[identifier] = place }
        return rows.filter { $0.isFeatured || places[$0.identifier] != nil }
            .enumerated()
            .sorted { (places[$0.element.identifier] ?? .max, $0.offset) < (places[$1.element.identifier] ?? .max, $1.offset) }
            .map(\.element)
    }
}
