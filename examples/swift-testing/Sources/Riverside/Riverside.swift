import AccessEnabler

/// The entitlement part of Riverside TV, an imaginary streaming app.
public struct Riverside: Sendable {
    /// The app's identifier.
    public static let identifier = "tv.riverside.player"

    /// The outcome of a user's request to watch a channel.
    public enum Playback: Sendable, Equatable {
        /// It plays.
        case playing
        /// The app shows its list of providers.
        case choosingProvider
        /// It does not play, and the user sees the reason.
        case refused(String)
    }

    private let session: EntitlementSession

    /// The app, registered with its software statement.
    public init(softwareStatement: String, settings: AccessEnablerSettings = AccessEnablerSettings()) {
        session = EntitlementSession(softwareStatement: softwareStatement, settings: settings)
    }

    /// Prepares the app, as when it comes to the foreground.
    public func start() async throws { try await session.configure(requestor: "REF30") }

    /// Whether the user does not have to sign in.
    public var isSignedIn: Bool {
        get async throws { try await session.isAuthenticated }
    }

    /// Plays a channel, after the user has signed in if necessary.
    public func play(_ channel: String) async throws -> Playback {
        if try await !session.isAuthenticated {
            for try await step in session.logIn() {
                guard case .chooseProvider(let choice) = step else { continue }
                choice.cancel()
                return .choosingProvider
            }
        }
        do {
            _ = try await session.authorize(channel)
            return .playing
        } catch {
            return .refused(error.message)
        }
    }
}
