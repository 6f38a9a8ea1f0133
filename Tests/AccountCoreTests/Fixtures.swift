import AccountCore
import TVWorld
import Testing

let player = try! ApplicationID("com.example.player")
let now: Int64 = 1_800_000_000

/// A device on which the player has an access status, and alice is signed in at alpha.example for a day by default.
func device(
    access: AccessStatus = .granted, provider: String? = "alpha.example", subscriber: String = "alice",
    expiresAt: Int64 = now + 86_400, region: String = "US", world: World = .builtIn
) throws -> DeviceState {
    var state = DeviceState(world: world)
    state.permissions[player] = access
    state.region = try Region(region)
    if let provider {
        state.storedAccount = SystemAccount(
            provider: provider, subscriber: subscriber, signedInAt: now - 3_600, expiresAt: expiresAt, seed: [1, 2, 3])
    }
    return state
}

/// The built-in world with one provider changed.
func world(changing id: String, _ change: (inout Provider) -> Void) throws -> World {
    var world = World.builtIn
    let index = try #require(world.providers.firstIndex { $0.id == id })
    change(&world.providers[index])
    return world
}

/// A request with some properties set.
func request(_ change: (inout MetadataRequest) -> Void = { _ in }) -> MetadataRequest {
    var request = MetadataRequest()
    change(&request)
    return request
}

/// The result of a request.
struct Decision {
    var failure: VSError?
    var metadata: AccountMetadata?
    var contact: ProviderRequest?
    var invalid: InvalidInput?
}

func decide(_ request: MetadataRequest, by app: ApplicationID = player, in state: DeviceState) -> Decision {
    do throws(InvalidInput) {
        switch try MetadataQuery.decide(request, by: app, in: state, now: now) {
        case .complete(let metadata): return Decision(metadata: metadata)
        case .fail(let error): return Decision(failure: error)
        case .contactProvider(let contact): return Decision(contact: contact)
        }
    } catch {
        return Decision(invalid: error)
    }
}

extension DeviceReducer {
    /// Applies an event to a device whose baseline is the built-in world.
    static func reduce(_ state: inout DeviceState, _ event: DeviceEvent) throws -> [DeviceEffect] {
        try DeviceReducer(baseline: .builtIn).reduce(&state, event)
    }
}
