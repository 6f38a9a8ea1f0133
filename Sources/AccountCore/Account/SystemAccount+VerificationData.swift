extension SystemAccount {
    /// Returns `verification-data`, to which an app server can bind its tokens: the SHA-256 of the sign-in's seed, the app, the
    /// provider and the time. Constant for one app during a sign-in, different for every other app, and without information about
    /// the user. Mirrors `VSAccountMetadata.verificationData`.
    func verificationData(for app: ApplicationID) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(128)
        text.append(contentsOf: seed)
        text.append(0)
        text.append(contentsOf: app.text.utf8)
        text.append(0)
        text.append(contentsOf: provider.utf8)
        text.append(0)
        text.append(contentsOf: String(signedInAt).utf8)
        return SHA256.digest(of: text)
    }
}
