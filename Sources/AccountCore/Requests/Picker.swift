import TVWorld

/// The rows of the provider choice: section 5 of the behaviour table.
public enum Picker {
    /// The rows for a request, in the order in which they are shown: the set-top box's provider, featured rows in the app's
    /// order, then the rest. What the request names keeps its order, the app's own rows last. When it names no providers, the
    /// rest is sorted by name, those of the developer settings first.
    ///
    /// Identifiers that the line-up does not have and repeated ones are left out. A row of the app gives way to a provider of the
    /// line-up with the same identifier.
    public static func rows(for request: MetadataRequest, in device: DeviceState) -> [PickerRow] {
        let allowed = request.allowList.map(ranks(of:))
        let featured = ranks(of: request.featuredAccountProviderIdentifiers)
        var seen: Set<String> = []
        var rows: [PickerRow] = []
        for provider in device.lineUp where allowed.map({ $0[provider.id] != nil }) ?? true {
            guard seen.insert(provider.id).inserted else { continue }
            rows.append(row(of: provider, for: request, isFeatured: featured[provider.id] != nil, in: device))
        }
        for own in request.applicationAccountProviders where seen.insert(own.identifier).inserted {
            rows.append(
                PickerRow(
                    providerIdentifier: own.identifier, name: own.localizedDisplayName, logoURL: "",
                    isFeatured: featured[own.identifier] != nil, isSupported: false, isApplicationProvider: true,
                    isDeveloper: false))
        }
        return sorted(rows, featured: featured, named: allowed, settings: device.developer.settings)
    }

    private static func row(
        of provider: Provider, for request: MetadataRequest, isFeatured: Bool, in device: DeviceState
    ) -> PickerRow {
        PickerRow(
            providerIdentifier: provider.id, name: provider.name, logoURL: provider.logoURL, isFeatured: isFeatured,
            isSupported: provider.boarding == .supported && request.commonScheme(with: provider) != nil,
            isApplicationProvider: false, isDeveloper: device.isDeveloperProvider(provider.id))
    }

    /// The place of every identifier of a list, the first one counting.
    private static func ranks(of identifiers: [String]) -> [String: Int] {
        Dictionary(identifiers.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// A row with what it is sorted by, computed once.
    private struct Keyed {
        var row: PickerRow
        var section: Int
        var rank: Int
        var name: String
    }

    private static func sorted(
        _ rows: [PickerRow], featured: [String: Int], named: [String: Int]?, settings: DeveloperSettings
    ) -> [PickerRow] {
        let keyed = rows.map { row in
            let isBox = settings.isInSetTopBoxMode && row.providerIdentifier == settings.setTopBoxProvider
            let section = isBox ? 0 : row.isFeatured ? 1 : row.isDeveloper && named == nil ? 2 : 3
            let ranks = section == 1 ? featured : named
            return Keyed(row: row, section: section, rank: ranks?[row.providerIdentifier] ?? 0, name: sortingName(of: row))
        }
        return keyed.sorted {
            ($0.section, $0.rank, $0.name, $0.row.providerIdentifier) < ($1.section, $1.rank, $1.name, $1.row.providerIdentifier)
        }.map(\.row)
    }

    /// The name without case, and without the developer's mark. Not a locale's collation, which would need ICU.
    private static func sortingName(of row: PickerRow) -> String {
        let name = row.name.lowercased()
        return row.isDeveloper && name.hasPrefix(DeveloperProvider.mark)
            ? String(name.dropFirst(DeveloperProvider.mark.count)) : name
    }
}
