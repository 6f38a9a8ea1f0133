import Foundation
import VideoSubscriberAccount

/// Prints the system account and the app's own accounts, a line each; nothing from an entitlement service.
@MainActor
final class SystemAccountProgram {
    private static var current: SystemAccountProgram?

    private let coordinator = SignInCoordinator(supportedProviders: ["alpha.example", "delta.example"])
    private let membership = MembershipModel()

    static func start(_ arguments: [String]) {
        let program = SystemAccountProgram()
        current = program
        if arguments.contains("closed") { program.coordinator.closedProviders = ["alpha.example"] }
        program.coordinator.isImpatient = arguments.contains("impatient")
        if arguments.contains("accounts") {
            Task { await program.showAccounts() }
        } else if arguments.contains("automatic") {
            Task { await program.showAutomaticSignIn() }
        } else {
            program.coordinator.start { program.show($0) }
        }
    }

    private func show(_ outcome: SignInCoordinator.Outcome) {
        switch outcome {
        case .signedIn(let provider, let date): print("signed in at \(provider), \(date == nil ? "no date" : "with a date")")
        case .nobody: print("nobody")
        case .otherProvider(let identifier): print("other provider: \(identifier ?? "not named")")
        case .cancelled: print("cancelled")
        case .failed(let reason): print("failed: \(reason)")
        }
        exit(0)
    }

    private func showAccounts() async {
        do {
            print("double: \(providerOfDouble())")
            try await membership.register(identifier: "user-1", tiers: ["gold"])
            for account in membership.accounts {
                print("account: \(account.identifier ?? "nil") \(account.accountType) \(account.tierIdentifiers ?? [])")
                print("products: \(account.appleSubscription?.productCodes ?? []), device: \(account.deviceCategory)")
            }
            try await membership.signOut()
            print("accounts after sign-out: \(membership.accounts.count)")
            exit(0)
        } catch {
            print("failed: \(error)")
            exit(1)
        }
    }

    private func showAutomaticSignIn() async {
        do {
            print("automatic sign-in: \(await membership.offerAutomaticSignIn(token: "token-1"))")
            print("automatic sign-in: \(await membership.offerAutomaticSignIn(token: "token-2"))")
            print("forgotten: \(try await membership.forgetAutomaticSignIn())")
            print("automatic sign-in: \(await membership.offerAutomaticSignIn(token: "token-3"))")
            exit(0)
        } catch {
            print("failed: \(error)")
            exit(1)
        }
    }
}
