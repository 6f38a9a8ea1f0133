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
        guard let decision = Self.decision(about: resource, in: decisions) else {
            throw .unreadable("The answer has no decision about the resource.")
        }
        return decision
    }

    /// Requests decisions on which resources the user could play, for badges and menus; they do not permit playback. The
    /// provider's permits are cached until the sign-in changes; other permits and denials are not.
    ///
    /// - Throws: ``EntitlementClientError``.
    public func preauthorize(_ resources: [String], at mvpd: String) async throws(EntitlementClientError) -> [Decision] {
        await endPermitsOfEndedProfile(at: mvpd)
        let known = permits[mvpd] ?? [:]
        let rest = resources.filter { known[Self.key($0)] == nil }
        guard !rest.isEmpty || resources.isEmpty else { return Self.ordered(Array(known.values), as: resources) }
        let before = changes
        let decisions = try await decisions("preauthorize", of: rest, at: mvpd)
        // If the sign-in has changed in the meantime, the decisions are void.
        if changes == before {
            // A temporary pass and a degradation rule can end without a change of the sign-in.
            for decision in decisions
            where decision.isAuthorized && ![.temporaryPass, .degradation].contains(decision.source) {
                permits[mvpd, default: [:]][Self.key(decision.resource)] = decision
            }
        }
        return Self.ordered(decisions + known.values, as: resources)
    }

    /// Requests decisions, again for those resources whose decision recommends it.
    private func decisions(
        _ kind: String, of resources: [String], at mvpd: String
    ) async throws(EntitlementClientError) -> [Decision] {
        var open = Self.distinct(resources)
        var decisions: [Decision]?
        var pause = Self.firstPause
        for round in 0...Self.repetitions {
            if round > 0 {
                try await wait(pause)
                pause *= 2
            }
            let call = ServiceCall.decisions(kind, of: open, mvpd: mvpd)
            do throws(EntitlementClientError) {
                let json = try await answer(to: call, repetitions: 0).json
                let answers = try Decision.all(in: json, isTokenDue: kind == "authorize")
                decisions = decisions?.map { Self.decision(about: $0.resource, in: answers) ?? $0 } ?? answers
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
        distinct(resources).compactMap { decision(about: $0, in: decisions) }
    }

    private static func decision(about resource: String, in decisions: [Decision]) -> Decision? {
        decisions.first { $0.resource.utf8.elementsEqual(resource.utf8) }
    }

    /// Returns the resources without repetitions, in their order.
    private static func distinct(_ resources: [String]) -> [String] {
        var seen: Set<[UInt8]> = []
        return resources.filter { seen.insert(key($0)).inserted }
    }

    /// Returns the bytes of a resource, by which the service compares: for Swift, different spellings of the same characters are
    /// equal.
    private static func key(_ resource: String) -> [UInt8] { Array(resource.utf8) }
}
