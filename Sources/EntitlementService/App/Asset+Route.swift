import HTTPTypes
import Hummingbird

extension Asset {
    /// All assets that the service provides. New ones must be added here.
    static let served: [Asset] = [
        .style, .activation, .submit, .providers, .sendOnce, .reference, .dashboardStyle, .dashboardScript,
    ]

    /// The route of all assets.
    static var route: Route {
        Route(.get, "/assets/{name}", audience: .everyone) { call in
            let name = call.part("name")
            guard let asset = Asset.served.first(where: { $0.name == name }) else { throw ServiceError(.notFound, "Not Found") }
            return asset.response
        }
    }
}
