import TVWorld

extension EntitlementState {
    /// Returns REST v2's answer with a profile.
    func answer(of found: FoundProfile) -> ProfileAnswer {
        let record = found.session.record
        return ProfileAnswer(
            mvpd: record.mvpd, type: found.type, notBefore: record.createdAt, notAfter: record.expiresAt,
            metadata: metadata(of: found.session, alwaysWithUser: true))
    }

    /// Returns the user data that a requestor receives, and which of it is encrypted. The encryption is nil if the requestor has
    /// no certificate.
    ///
    /// - Parameter alwaysWithUser: Whether `userID` is returned even if the integration disables it.
    func metadata(of session: AuthenticatedSession, alwaysWithUser: Bool = false) -> UserMetadata {
        let record = session.record
        var (data, updated) = (record.attributes, record.createdAt)
        // The channels at sign-in are used only for preauthorizations.
        data["authorized_resources"] = nil
        data["userID"] = data["userID"] ?? .text(record.userID)
        if record.tokenSource == .apple { data["tokenSource"] = .text("Apple") }
        if let status = temporaryPass(of: record), status.pass.kind == .promotional {
            data.merge(status.metadata) { $1 }
            updated = max(updated, status.started?.resourcesChangedAt ?? updated)
        }
        let rules = session.integration.metadata ?? [:]
        data = data.filter { rules[$0.key]?.isEnabled ?? true || alwaysWithUser && $0.key == "userID" }
        let encryption = world.requestor(id: record.deviceKey.requestor)?.metadataEncryption
        let sensitive = encryption?.fields.map(Set.init) ?? UserMetadata.sensitiveKeys
        let encrypted = data.keys.sorted().filter {
            rules[$0]?.isEncrypted ?? (encryption != nil && sensitive.contains($0))
        }
        return UserMetadata(updated: updated / 1_000, data: data, encrypted: encrypted, encryption: encryption)
    }
}
