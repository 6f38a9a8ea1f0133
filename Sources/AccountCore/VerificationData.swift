/// `verification-data`: what an app server can bind its tokens to. Mirrors `VSAccountMetadata.verificationData`.
enum VerificationData {
    /// SHA-256 over the sign-in's seed, the app, the provider and the time: the same for one app as long as the sign-in lasts,
    /// another for every other app, and telling nothing about the user.
    static func make(for account: SystemAccount, app: ApplicationID) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(128)
        text.append(contentsOf: account.seed)
        text.append(0)
        text.append(contentsOf: app.text.utf8)
        text.append(0)
        text.append(contentsOf: account.provider.utf8)
        text.append(0)
        text.append(contentsOf: String(account.signedInAt).utf8)
        return SHA256.digest(of: text)
    }
}
