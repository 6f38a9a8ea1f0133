import Dispatch
import Foundation
import Synchronization
import Testing

@testable import AccessEnabler

/// The library as an app sees it, with fakes for device, service and storage.
@Suite("Engine")
struct EngineTests {
    private func library(queue: DispatchQueue) -> AccessEnabler {
        let dispatcher = DelegateDispatcher(queue: queue)
        return AccessEnabler(engine: FakeSurroundings(.withAccount()).engine(receiver: dispatcher), dispatcher: dispatcher)
    }

    /// Records callbacks; fails when two run at the same time.
    private final class Recorder: EntitlementDelegate, EntitlementStatus {
        let names: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation
        private let running = Atomic<Int>(0)

        init() { (names, continuation) = AsyncStream.makeStream(of: String.self) }

        private func note(_ name: String) {
            #expect(running.add(1, ordering: .sequentiallyConsistent).newValue == 1)
            continuation.yield(name)
            running.subtract(1, ordering: .sequentiallyConsistent)
        }

        func setRequestorComplete(_ status: Int32) { note("setRequestorComplete \(status)") }
        func setAuthenticationStatus(_ status: Int32, errorCode code: String!) { note("setAuthenticationStatus \(status)") }
        func setToken(_ token: String!, forResource resource: String!) { note("setToken \(resource ?? "")") }
        func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
            note("tokenRequestFailed \(resource ?? "")")
        }
        func selectedProvider(_ mvpd: MVPD!) { note("selectedProvider \(mvpd?.id ?? "none")") }
        func setMetadataStatus(
            _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
        ) {
            note("setMetadataStatus \(metadata as? String ?? "none") \(arguments[METADATA_OPCODE_KEY] as? Int ?? -1)")
        }
        func status(_ statusDictionary: [AnyHashable: Any]!) { note("status \(statusDictionary["errorId"] as? String ?? "")") }
    }

    private func collect(_ recorder: Recorder, until last: String) async -> [String] {
        var names: [String] = []
        for await name in recorder.names {
            names.append(name)
            if name == last { break }
        }
        return names
    }

    @Test("callbacks arrive in order, one at a time, also on a concurrent queue", .timeLimit(.minutes(10)))
    func order() async {
        let library = library(queue: DispatchQueue(label: "test", attributes: .concurrent))
        let recorder = Recorder()
        library.delegate = recorder
        library.statusDelegate = recorder
        library.checkAuthentication()
        library.setRequestor("REF30")
        for index in 0..<50 { library.getAuthorization("r\(index)") }
        library.getMetadata([METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: "tokenSource"])
        library.getSelectedProvider()
        let names = await collect(recorder, until: "selectedProvider AlphaCable")
        let tokens = (0..<50).map { "setToken r\($0)" }
        #expect(
            names == ["setRequestorComplete 1", "setAuthenticationStatus 1"] + tokens
                + ["setMetadataStatus Apple 3", "selectedProvider AlphaCable"])
    }

    @Test("the main queue is the default, and no callback arrives during a call", .timeLimit(.minutes(10)))
    @MainActor
    func mainQueue() async {
        let library = library(queue: .main)
        final class MainRecorder: EntitlementDelegate {
            let mark = DispatchSpecificKey<Bool>()
            var isOnMain: Bool?
            var isCalling = false
            var wasReentrant = false
            var done: (() -> Void)?
            func setRequestorComplete(_ status: Int32) {
                isOnMain = DispatchQueue.getSpecific(key: mark)
                MainActor.assertIsolated()
                wasReentrant = isCalling
                done?()
            }
            func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
        }
        let recorder = MainRecorder()
        DispatchQueue.main.setSpecific(key: recorder.mark, value: true)
        library.delegate = recorder
        await withCheckedContinuation { continuation in
            recorder.done = { continuation.resume() }
            recorder.isCalling = true
            library.setRequestor("REF30")
            recorder.isCalling = false
        }
        #expect(recorder.isOnMain == true)
        #expect(!recorder.wasReentrant)
        #expect(AccessEnablerSettings().callbackQueue.label == DispatchQueue.main.label)
    }

    @Test("delegates are held weakly, and a released library ends", .timeLimit(.minutes(10)))
    func lifetime() async {
        var recorder: Recorder? = Recorder()
        let freedRecorder = { [weak recorder] in recorder }
        let queue = DispatchQueue(label: "test")
        var library: AccessEnabler? = library(queue: queue)
        let freedLibrary = { [weak library] in library }
        library?.delegate = recorder
        library?.setRequestor("REF30")
        if let recorder { _ = await collect(recorder, until: "setRequestorComplete 1") }
        // While a callback runs, its delegate is held.
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        recorder = nil
        #expect(freedRecorder() == nil)
        #expect(library?.delegate == nil)
        library?.checkAuthentication()
        library = nil
        #expect(freedLibrary() == nil)
    }

    @Test("a released library withdraws the system's prompt", .timeLimit(.minutes(10)))
    func withdrawal() async {
        /// A device whose user never answers.
        struct Device: SystemAccount {
            let asked: AsyncStream<Bool>.Continuation

            func answer(_ query: AccountQuery, dialog: @escaping @Sendable (DialogChange) -> Void) async -> AccountOutcome {
                if query == .accessStatus { return .access(.granted) }
                guard case .signIn = query else { return .metadata(provider: nil, expires: nil, response: nil) }
                asked.yield(true)
                let (answers, user) = AsyncStream.makeStream(of: Bool.self)
                for await _ in answers { user.finish() }
                asked.yield(false)
                return .failure(AccountFailure(kind: .userCancelled, description: "cancelled"))
            }
        }
        let (questions, asked) = AsyncStream.makeStream(of: Bool.self)
        let dispatcher = DelegateDispatcher(queue: DispatchQueue(label: "test"))
        var library: AccessEnabler? = AccessEnabler(
            engine: FakeSurroundings(FakeApp()).engine(account: Device(asked: asked), receiver: dispatcher),
            dispatcher: dispatcher)
        library?.setRequestor("REF30")
        library?.getAuthentication()
        var states: [Bool] = []
        for await state in questions {
            states.append(state)
            if !state { break }
            library = nil
        }
        #expect(states == [true, false])
        #expect(library == nil)
    }

    @Test("a query of the account is cancelled when the time of its call is over", .timeLimit(.minutes(10)))
    func overdueQuery() async {
        /// A device that does not answer.
        struct Device: SystemAccount {
            let asked: AsyncStream<Void>.Continuation
            let cancelled: AsyncStream<Void>.Continuation

            func answer(_ query: AccountQuery, dialog: @escaping @Sendable (DialogChange) -> Void) async -> AccountOutcome {
                asked.yield()
                let (answers, device) = AsyncStream.makeStream(of: Void.self)
                for await _ in answers { device.finish() }
                cancelled.yield()
                return .failure(AccountFailure(kind: .other, description: "cancelled"))
            }
        }
        let (queries, asked) = AsyncStream.makeStream(of: Void.self)
        let (ends, cancelled) = AsyncStream.makeStream(of: Void.self)
        let dispatcher = DelegateDispatcher(queue: DispatchQueue(label: "test"))
        let engine = FakeSurroundings(FakeApp()).engine(
            account: Device(asked: asked, cancelled: cancelled),
            sleep: { _ in
                for await _ in queries { return }
                throw CancellationError()
            }, receiver: dispatcher)
        engine.call(.setRequestor(id: "REF30", serviceProviders: []))
        for await _ in ends { break }
        engine.stop()
    }

    @Test("the complete API responds to an app without a statement", .timeLimit(.minutes(10)))
    func surface() async {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = AccessEnablerSettings()
        settings.storageFolder = folder
        settings.serviceURL = "http://127.0.0.1:1"
        settings.callbackQueue = DispatchQueue(label: "test")
        let library = AccessEnabler(nil, settings: settings, storageCheck: .INTEGRITY_CHECK_ALL)
        let recorder = Recorder()
        library.delegate = recorder
        library.statusDelegate = recorder
        library.setOptions(["handleSVC": true, "visitorID": "v", 1: 2])
        library.setRequestor("REF30", serviceProviders: ["https://sp.auth.adobe.com", URL(fileURLWithPath: "/") as Any])
        library.getAuthentication(true, withData: ["a": "b"], andFilter: [TV_PROVIDERS: ["AlphaCable"]])
        library.getAuthentication(nil)
        library.handleExternalURL(nil)
        library.checkAuthorization(nil)
        library.getAuthorization("kids", withData: nil)
        library.getMetadata(nil)
        library.setSelectedProvider(nil)
        library.logout()
        library.getSelectedProvider()
        let names = await collect(recorder, until: "selectedProvider none")
        #expect(
            names == [
                "status R400", "setRequestorComplete 0", "setAuthenticationStatus 0", "setAuthenticationStatus 0",
                "tokenRequestFailed ", "tokenRequestFailed kids", "setMetadataStatus none -1", "setAuthenticationStatus 0",
                "setAuthenticationStatus 0", "selectedProvider none",
            ])
    }
}
