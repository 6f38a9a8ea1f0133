import TVWorld

/// The rows of the picker.
public enum Picker {
    /// Returns the rows for a request, in display order: the set-top box's provider, featured rows in the app's order, then the
    /// rest. Providers that the request lists keep its order, with the app's own rows last. If it lists none, the rest is sorted
    /// by name, developer providers first.
    ///
    /// Duplicates and identifiers that are not in the line-up are omitted. A provider of the line-up takes precedence over an
    /// app's row with the same identifier.
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

    /// Returns the position of each identifier in a list; the first occurrence counts.
    private static func ranks(of identifiers: [String]) -> [String: Int] {
        Dictionary(identifiers.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    private static func sorted(
        _ rows: [PickerRow], featured: [String: Int], named: [String: Int]?, settings: DeveloperSettings
    ) -> [PickerRow] {
        // The keys are computed once.
        let keyed = rows.map { row -> (row: PickerRow, section: Int, rank: Int, name: String) in
            let isBox = settings.isOn(.setTopBoxMode) && settings[.setTopBoxProvider] == .text(row.providerIdentifier)
            let section: Int
            if isBox {
                section = 0
            } else if row.isFeatured {
                section = 1
            } else {
                section = row.isDeveloper && named == nil ? 2 : 3
            }
            let ranks = section == 1 ? featured : named
            return (row, section, ranks?[row.providerIdentifier] ?? 0, sortingName(of: row))
        }
        return keyed.sorted {
            ($0.section, $0.rank, $0.name, $0.row.providerIdentifier) < ($1.section, $1.rank, $1.name, $1.row.providerIdentifier)
        }.map(\.row)
    }

    /// Returns the name in lowercase, without the developer's mark. Not by a locale's collation, which would need ICU.
    private static func sortingName(of row: PickerRow) -> String {
        let name = row.name.lowercased()
        return row.isDeveloper && name.hasPrefix(DeveloperProvider.mark)
            ? String(name.dropFirst(DeveloperProvider.mark.count)) : name
    }
}
