import Foundation
import ServiceAccess

// Decisions about resources.
extension EntitlementClient {
    /// Requests decisions on whether resources may be played now. A permit comes with a media token, which the programmer's
    /// backend verifies. Call this immediately before playback, normally for one resource; answers are never cached.
    ///
    /// A denial is a decision, and never ends the sign-in. If it recommends ``ErrorAction/authentication``, offer a login.
    ///
    /// - Parameters:
    ///   - resources: Identifiers of resources, or media-RSS documents.
    ///   - mvpd: The user's provider, or a temporary pass.
    /// - Throws: ``EntitlementClientError``.
    public func authorize(_ resources: [String], at mvpd: String) async throws(EntitlementClientError) -> [Decision] {
        try await decisions("authorize", of: resources, at: mvpd)
    }

    /// Requests the decision on whether one resource may be played now; see ``authorize(_:at:)``.
    ///
    /// - Throws: ``EntitlementClientError``, ``EntitlementClientError/unreadable(_:)`` if the answer has no decision about it.
    public func authorize(resource: String, at mvpd: String) async throws(EntitlementClientError) -> Decision {
        let decisions = try await authorize([resource], at: mvpd)
        guard let decision = decisions.first(where: { $0.resource == resource }) else {
            throw .unreadable("The answer has no decision about the resource.")
        }
        return decision
    }

    /// Requests decisions on which resources the user could play, for badges and menus; they do not permit playback. Permits are
    /// cached until the sign-in changes, denials are not.
    ///
    /// - Throws: ``EntitlementClientError``.
    public func preauthorize(_ resources: [String], at mvpd: String) async throws(EntitlementClientError) -> [Decision] {
        await endPermitsOfEndedProfile(at: mvpd)
        let known = permits[mvpd] ?? [:]
        let rest = resources.filter { known[$0] == nil }
        guard !rest.isEmpty || resources.isEmpty else { return Self.ordered(Array(known.values), as: resources) }
        let before = changes
        let decisions = try await decisions("preauthorize", of: rest, at: mvpd)
        // If the sign-in has changed in the meantime, the decisions are void.
        if changes == before {
            // A temporary pass can end without a change of the sign-in.
            for decision in decisions where decision.isAuthorized && decision.source != .temporaryPass {
                permits[mvpd, default: [:]][decision.resource] = decision
            }
        }
        return Self.ordered(decisions + known.values, as: resources)
    }

    /// Requests decisions, again for those resources whose decision recommends it.
    private func decisions(
        _ kind: String, of resources: [String], at mvpd: String
    ) async throws(EntitlementClientError) -> [Decision] {
        var seen: Set<String> = []
        var open = resources.filter { seen.insert($0).inserted }
        var decisions: [Decision]?
        var pause = Self.firstPause
        for round in 0...Self.repetitions {
            if round > 0 {
                try await wait(pause)
                pause *= 2
            }
            let call = ServiceCall.decisions(kind, of: open, mvpd: mvpd, at: serviceProvider)
            do throws(EntitlementClientError) {
                let answers = try await answer(to: call, repetitions: 0) { (json, _) throws(Unreadable) in
                    try Decision.all(in: json, isTokenDue: kind == "authorize")
                }
                decisions = decisions?.map { former in answers.first { $0.resource == former.resource } ?? former } ?? answers
            } catch {
                let isLast = round == Self.repetitions || !call.mayRepeat(after: error)
                // If the repetition fails, the decisions that have already been made are kept.
                guard error != .cancelled, decisions != nil || !isLast else { throw error }
                if isLast { break }
                continue
            }
            open = (decisions ?? []).filter { $0.error?.action == .retry }.map(\.resource)
            if open.isEmpty { break }
        }
        for error in (decisions ?? []).compactMap(\.error) { await note(error, at: mvpd) }
        return decisions ?? []
    }

    /// Processes the error of a denial: the profile may be out of date, but the user stays logged in.
    private func note(_ error: EnhancedError, at mvpd: String) async {
        if error.code.isAboutPartnerStatus { partnerStatus = nil }
        if error.code.isAboutProfile { await lose(mvpd) }
        guard error.action == .authentication || error.code.isAboutPartnerStatus else { return }
        isProfileCurrent = false
        endPermits(at: mvpd)
    }

    private static func ordered(_ decisions: [Decision], as resources: [String]) -> [Decision] {
        var seen: Set<String> = []
        let asked = resources.filter { seen.insert($0).inserted }
        return asked.compactMap { resource in decisions.first { $0.resource == resource } }
    }
}
