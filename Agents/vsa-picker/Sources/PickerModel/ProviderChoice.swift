/// The selection of the user's provider: method `ChooseProvider`.
public struct ProviderChoice: Sendable, Equatable {
    /// The origin of the prompt.
    public let origin: Origin
    /// The line below the heading: the app and the purpose.
    public let purpose: String
    /// The reason why the list is shown again, such as the provider's message.
    public let message: String?
    /// The rows in display order: the leading ones, the featured ones in the app's order, then the others in the given order.
    public let rows: [ProviderRow]
    /// The number of rows above the featured ones: 1 if the daemon puts its set-top box's provider there.
    public let leadingCount: Int
    /// The number of featured rows.
    public let featuredCount: Int
    /// Whether "Other TV Provider" is the last row; not if the app adds rows.
    public let offersOther: Bool

    /// Creates the prompt from the arguments of `ChooseProvider`. Of rows with the same identifier, the first counts.
    ///
    /// - Throws: `InvalidDetails` with the key.
    public init(details: Details, providers: [Details]) throws(InvalidDetails) {
        origin = try Origin(details: details)
        purpose = Purpose.text(application: origin.applicationName, title: try details.text(Key.videoTitle))
        message = try details.text(Key.message).map { DisplayText.paragraph($0, limit: 300) }.flatMap { $0.isEmpty ? nil : $0 }
        var seen: Set<String> = []
        var all: [ProviderRow] = []
        for provider in providers {
            let row = try ProviderRow(provider, applicationName: origin.applicationName)
            if seen.insert(row.identifier).inserted { all.append(row) }
        }
        let order = try details.texts(Key.featured)
        let featured = Self.featured(all, order: order)
        // The daemon's own order has all featured rows together, after the set-top box's provider if there is one.
        let isLedByBox = !featured.isEmpty && Array(all.dropFirst().prefix(featured.count)) == featured
        let identifiers = Set(featured.map(\.identifier))
        rows = isLedByBox ? all : featured + all.filter { !identifiers.contains($0.identifier) }
        leadingCount = isLedByBox ? 1 : 0
        featuredCount = featured.count
        offersOther = try details.flag(Key.other) ?? !all.contains(where: \.isApplicationProvider)
    }

    /// Returns which rows are visible for a text in the search field.
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
