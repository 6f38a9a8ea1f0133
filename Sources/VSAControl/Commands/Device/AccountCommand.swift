import Administration
import ArgumentParser
import TVWorld

/// `vsactl account`
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "The TV provider account of the device.",
        subcommands: [Show.self, SignIn.self, SignOut.self, Expire.self])

    /// `vsactl account show`
    struct Show: DeviceCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show who is signed in.")
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            .account(try await device.account(), now: try await device.clock().time / 1_000)
        }
    }

    /// `vsactl account sign-in PROVIDER`
    struct SignIn: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-in", abstract: "Sign a subscriber in, as the device's settings do.")
        @Argument(help: "The provider, by its identifier on the device or at the service.", completion: .live(.providers))
        var provider: String
        @Option(
            help: ArgumentHelp("The subscriber (default: the provider's first).", valueName: "name"),
            completion: .live(.subscribers))
        var subscriber: String?
        @Option(help: .time("How long the sign-in is valid (default: 30d)")) var expiresIn: WholeSeconds?
        @OptionGroup var global: GlobalOptions

        static var optionNames: [String: OptionName] {
            ["expires-in": .time("--expires-in", 0...Scenario.Account.maximumLifetime)]
        }

        func report(_ device: DeviceControl) async throws -> Report {
            let record = try await device.provider(provider)
            guard let name = subscriber ?? record.subscribers.first else {
                throw Failure(.notFound, "\(record.id) has no subscribers")
            }
            _ = try record.subscribers.element(
                named: name, by: \.self, as: "subscriber of \(record.id)", listing: "vsactl provider show \(record.id)")
            let previous = try await device.account()
            let account = try await device.signIn(provider: record, subscriber: name, expiresIn: expiresIn?.seconds)
            guard !global.json else { return .account(account) }
            let isSuspended = await device.isSuspended(account)
            for remark in Self.remarks(on: account, at: record, replacing: previous, isSuspended: isSuspended) {
                StandardStream.remark("vsactl: \(remark)")
            }
            return .account(account)
        }

        /// Returns the consequences of a sign-in that its output does not show.
        static func remarks(
            on account: AccountRecord, at provider: ProviderRecord, replacing previous: AccountRecord?, isSuspended: Bool
        ) -> [String] {
            var remarks: [String] = []
            if let previous, let subscriber = previous.subscriber,
                (previous.provider, subscriber) != (account.provider, account.subscriber)
            {
                remarks.append("\(subscriber) was signed out of \(previous.provider); apps keep their access")
            }
            if provider.boardingStatus != "SUPPORTED" {
                remarks.append("apps get UnsupportedProvider: \(provider.id) does not take part in single sign-on")
            } else if !provider.isInLineUp {
                remarks.append("apps get UnsupportedProvider: \(provider.id) is not in the line-up of the device's region")
            } else if isSuspended, let subscriber = account.subscriber {
                remarks.append("single sign-on fails with ProviderRejected: the account of \(subscriber) is suspended")
            }
            return remarks
        }
    }

    /// `vsactl account sign-out`
    struct SignOut: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-out", abstract: "Sign the account out.",
            discussion: "As on Apple's devices, every app's permission is reset to not-determined unless --keep-access is given.")
        @Flag(help: "Keep the apps' permissions.") var keepAccess = false
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            try await device.signOut(keepAccess: keepAccess)
            return .account(nil)
        }
    }

    /// `vsactl account expire`
    struct Expire: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "expire", abstract: "Make the sign-in expire now; the account is kept.")
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report {
            .account(try await device.expireAccount(), now: try await device.clock().time / 1_000)
        }
    }
}

extension Report {
    /// Returns the signed-in account.
    ///
    /// - Parameter now: The device's time in Unix seconds; nil if the sign-in cannot have expired.
    static func account(_ account: AccountRecord?, now: Int64? = nil) -> Report {
        guard let account else { return Report(["account": nil], text: "no user is signed in") }
        if account.isRemembered {
            return Report(
                ["account": account],
                pairs: [
                    "provider": .init(account.provider),
                    "remembered": .init("picked, but the device cannot sign in there: no user is signed in", .attention),
                ])
        }
        let hasExpired = account.hasExpired(at: now ?? .min)
        return Report(
            ["account": account],
            pairs: [
                "provider": .init(account.provider),
                "subscriber": .init(account.subscriber ?? ""),
                "signed in": .init(account.signedInAt.map(Timestamp.text(unixSeconds:)) ?? "unknown"),
                hasExpired ? "expired" : "expires":
                    .init(account.expiresAt.map(Timestamp.text(unixSeconds:)) ?? "never", hasExpired ? .attention : .plain),
            ])
    }
}
