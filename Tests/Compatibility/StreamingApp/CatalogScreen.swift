import AccessEnabler
import Foundation

/// The list of channels with badges for those that can be played; touching one plays it.
@MainActor
final class CatalogScreen {
    var favouriteProvider: String?
    var signsOutAtTheEnd = true

    private let channels: [String]
    private let tv = TVEverywhere.shared

    init(channels: [String]) {
        self.channels = channels
    }

    func appear() {
        tv.showMessage = { print($0) }
        tv.showProviders = { [self] in choose(from: $0) }
        tv.showPage = { [self] in show($0) }
        tv.isSignedIn { [self] isSignedIn in
            print("signed in:", isSignedIn)
            if isSignedIn { showBadges() } else { signIn() }
        }
    }

    private func signIn() {
        tv.signIn { [self] isSignedIn in
            print("signed in now:", isSignedIn)
            if isSignedIn { showBadges() } else { exit(2) }
        }
    }

    private func choose(from providers: [MVPD]) {
        print("providers:", providers.map { $0.displayName }.joined(separator: ", "))
        tv.choose(providers.first { $0.id == favouriteProvider })
    }

    /// A logout's page may stay hidden and ends by itself; there is no user to fill in a login page.
    private func show(_ page: URL) {
        let isLogout = page.path.contains("logout")
        print(isLogout ? "page of a logout" : "page of a login")
        tv.pageEnded(at: isLogout ? ADOBEPASS_REDIRECT_URL : nil)
    }

    private func showBadges() {
        tv.userMetadata("householdID") { print("household:", $0 as? String ?? "unknown") }
        tv.badges(for: channels) { [self] playable in
            print("playable:", playable.joined(separator: " "))
            play(channels.last ?? "")
        }
    }

    private func play(_ channel: String) {
        tv.token(for: channel) { [self] outcome in
            switch outcome {
            case .token(let token): print("playing \(channel):", token.count > 100)
            case .refused(let code, let text): print("\(channel) refused:", code, text)
            }
            guard signsOutAtTheEnd else { exit(0) }
            signOut()
        }
    }

    private func signOut() {
        tv.signOut { isSignedIn in
            print("signed in at the end:", isSignedIn)
            exit(0)
        }
    }
}
