/// `verification-data`, to which an app server can bind its tokens. Mirrors `VSAccountMetadata.verificationData`.
enum VerificationData {
    /// Returns the SHA-256 of the sign-in's seed, the app, the provider and the time: constant for one app during a sign-in,
    /// different for every other app, and without information about the user.
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
