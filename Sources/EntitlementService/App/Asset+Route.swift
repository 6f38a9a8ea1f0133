import HTTPTypes
import Hummingbird

extension Asset {
    /// All assets that the service provides. New ones must be added here.
    static let served: [Asset] = [
        .style, .activation, .submit, .providers, .sendOnce, .reference, .dashboardStyle, .dashboardScript,
    ]

    /// The assets by name.
    private static let named = Dictionary(uniqueKeysWithValues: served.map { ($0.name, $0) })

    /// Returns the asset with a name.
    static func named(_ name: String) -> Asset? { named[name] }

    /// The route of all assets.
    static var route: Route {
        Route(.get, "/assets/{name}", audience: .everyone, logged: false) { call in
            guard let asset = Asset.named(call.part("name")) else { throw ServiceError(.notFound, "Not Found") }
            return asset.response
        }
    }
}
