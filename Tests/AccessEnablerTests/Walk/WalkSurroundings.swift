import EntitlementModel
import Foundation
import ProjectTesting
import ServiceAccess
import Synchronization
import VideoSubscriberAccount

@testable import AccessEnabler

/// The world of a walk around the public class: transport, system account, and the app's delegates. The storage is a real one.
final class WalkSurroundings: Transport, SystemAccount, EntitlementDelegate, EntitlementStatus {
    private struct Question: Sendable {
        let query: SignInQuery
        let dialog: @Sendable (DialogChange) -> Void
        let answer: CheckedContinuation<AccountOutcome, Never>
    }

    private struct State: Sendable {
        var world: World
        var services = WalkServices()
        var question: Question?
        /// Ends the page in the system's browser.
        var endPage: AsyncStream<PageEnd>.Continuation?
    }

    private let state: Mutex<State>
    /// What the app receives and the user sees.
    let lines = Recorder<String>()

    init(platform: World.Platform) {
        state = Mutex(State(world: World(platform: platform)))
    }

    var now: Int64 { state.withLock { $0.world.now } }
    /// The media tokens that were issued.
    var mediaTokens: [String] { state.withLock { Array($0.services.mediaTokens.keys) } }

    func apply(_ happening: Happening) {
        state.withLock { state in
            state.world.apply(happening)
            state.services.apply(happening, state.world)
        }
    }

    /// Short waits, as before a request that is repeated, take no time; long ones never end.
    static func sleep(milliseconds: Int64) async throws {
        guard milliseconds >= 5_000 else { return }
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in never { end.finish() }
        throw CancellationError()
    }

    func send(_ request: HTTPRequest) async -> HTTPOutcome {
        state.withLock { $0.services.answer(request, $0.world) }
    }

    // The user.

    func answer(_ query: AccountQuery, dialog: @escaping @Sendable (DialogChange) -> Void) async -> AccountOutcome {
        guard case .signIn(let query) = query else { return state.withLock { $0.world.answer(query) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { answer in
                state.withLock { $0.question = Question(query: query, dialog: dialog, answer: answer) }
                lines.record(query.line)
                if Task.isCancelled { withdraw() }
            }
        } onCancel: {
            withdraw()
        }
    }

    private func takeQuestion() -> Question? {
        state.withLock { state in
            defer { state.question = nil }
            return state.question
        }
    }

    private func withdraw() {
        guard let question = takeQuestion() else { return }
        lines.record("withdraw")
        question.answer.resume(returning: .failure(AccountFailure(kind: .userCancelled, description: "cancelled")))
    }

    func show(_ page: String) async -> PageEnd {
        let (ends, end) = AsyncStream.makeStream(of: PageEnd.self)
        state.withLock { $0.endPage = end }
        lines.record(World.line(browsing: page))
        for await end in ends { return end }
        return .failed("given up")
    }

    func act(_ action: UserAction) {
        switch action {
        case .endsPage: state.withLock { $0.endPage }?.yield(.returned)
        case .dialogAppears: state.withLock { $0.question?.dialog }?(.presented(.dialogHandle))
        case .dialogGoes: state.withLock { $0.question?.dialog }?(.dismissed)
        default:
            guard let question = takeQuestion() else { return }
            let outcome = state.withLock { $0.world.outcome(of: action, asked: question.query) }
            question.answer.resume(returning: outcome)
        }
    }

    // The app.

    private func note(_ callback: Callback) { lines.record(callback.line) }

    func setRequestorComplete(_ status: Int32) { note(.setRequestorComplete(isSuccess: status == ACCESS_ENABLER_STATUS_SUCCESS)) }
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        note(.setAuthenticationStatus(isSuccess: status == ACCESS_ENABLER_STATUS_SUCCESS, code: code))
    }
    func setToken(_ token: String!, forResource resource: String!) { note(.setToken(token, resource: resource)) }
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        note(.tokenRequestFailed(resource: resource, code: code, description: description))
    }
    func preauthorizedResources(_ resources: [Any]!) { note(.preauthorizedResources(resources.compactMap { $0 as? String })) }
    func selectedProvider(_ mvpd: MVPD!) { lines.record("selectedProvider(\(mvpd?.id ?? "nil"))") }
    func displayProviderDialog(_ mvpds: [Any]!) {
        lines.record("displayProviderDialog(\(mvpds.compactMap { ($0 as? MVPD)?.id }.joined(separator: ",")))")
    }
    func navigate(toUrl url: String!) { navigate(to: url, usesSVC: false) }
    func navigate(toUrl url: String!, useSVC: Bool) { navigate(to: url, usesSVC: useSVC) }
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        note(.sendTrackingData(data.compactMap { $0 as? String }, event: event))
    }
    func presentTvProviderDialog(_ viewController: UIViewController!) { note(.presentTvProviderDialog(viewController)) }
    func dismissTvProviderDialog(_ viewController: UIViewController!) { note(.dismissTvProviderDialog(viewController)) }
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        note(.setMetadataStatus((metadata as? String).map(JSONValue.text), isEncrypted: encrypted, key: key, arguments: [:]))
    }
    func status(_ statusDictionary: [AnyHashable: Any]!) {
        let entries = statusDictionary.compactMapValues { $0 as? String }
        let reason = entries["details"] != nil ? " details" : entries["message"] != nil ? " message" : ""
        let code = entries["errorId"] ?? ""
        let isTold = code.hasPrefix("APPL") || code == "VSA503"
        lines.record(
            "status(\(code) \(entries["level"] ?? "")\(isTold ? reason : "")\(entries["resource"].map { " resource=\($0)" } ?? ""))"
        )
    }

    private func navigate(to url: String, usesSVC: Bool) {
        note(.navigateToURL(url, usesSVC: usesSVC))
    }
}
