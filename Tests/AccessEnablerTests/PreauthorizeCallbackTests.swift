import Dispatch
import ServiceAccess
import Testing

@testable import AccessEnabler

/// The objects of the Preauthorize API, as an app writes them.
@Suite("Preauthorize objects")
struct PreauthorizeCallbackTests {
    /// An app's own callback object.
    private final class Recorder: AccessEnablerCallback<PreauthorizeResponse> {
        var calls: [String] = []

        override func onResponse(result: PreauthorizeResponse) {
            calls.append("response " + result.getDecisions().map { "\($0.getId()) \($0.isAuthorized())" }.joined(separator: ","))
        }

        override func onFailure(result: PreauthorizeResponse) { calls.append("failure \(result.getStatus()?.getCode() ?? "")") }
    }

    private func deliver(_ answers: [(Bool, PreauthorizeAnswer)], to callback: AccessEnablerCallback<PreauthorizeResponse>) async
    {
        let queue = DispatchQueue(label: "test")
        let dispatcher = DelegateDispatcher(queue: queue)
        for (isServiced, answer) in answers {
            let ticket = dispatcher.keep(callback: callback)
            // The second answer to a ticket has no receiver.
            for _ in 0..<2 { dispatcher.deliver(.preauthorize(isServiced: isServiced, answer), to: [ticket]) }
        }
        await withCheckedContinuation { continuation in
            let last = dispatcher.keep(
                callback: AccessEnablerCallback(onResponse: { _ in continuation.resume() }, onFailure: { _ in }))
            dispatcher.deliver(.preauthorize(isServiced: true, PreauthorizeAnswer()), to: [last])
        }
    }

    @Test("one of the two methods is called, once for each call", .timeLimit(.minutes(10)))
    func overriding() async {
        let recorder = Recorder()
        let decisions = PreauthorizeAnswer(decisions: [.init(id: "news", isAuthorized: true, error: nil)])
        await deliver([(true, decisions), (false, .requestorNotConfigured)], to: recorder)
        #expect(recorder.calls == ["response news true", "failure requestor_not_configured"])
    }

    @Test("closures of the app are called, with any captures", .timeLimit(.minutes(10)))
    func closures() async {
        final class Screen { var texts: [String] = [] }
        let screen = Screen()
        func onResponse(result: PreauthorizeResponse) { screen.texts.append("response") }
        let callback = AccessEnablerCallback<PreauthorizeResponse>(
            onResponse: onResponse, onFailure: { screen.texts.append($0.getStatus()?.getAction() ?? "") })
        await deliver(
            [(true, PreauthorizeAnswer()), (false, .unknownFormat), (false, .noSession(isExpired: true))], to: callback)
        #expect(screen.texts == ["response", "none", "authentication"])
    }

    @Test("a builder creates a new request each time, and does not change")
    func builder() {
        let builder = PreauthorizationRequest.Builder()
        let empty = builder.build()
        let request = builder.setResources(resources: ["a", "b"])
            .disableFeatures(features: [PreauthorizationRequest.Feature.LOCAL_CACHE]).build()
        #expect(empty.resources.isEmpty && empty.disabledFeatures.isEmpty)
        #expect(request.resources == ["a", "b"] && request.disabledFeatures == [.LOCAL_CACHE])
        #expect(builder.build() !== request && builder.build().resources == request.resources)
        builder.setResources(resources: []).disableFeatures(features: [])
        #expect(builder.build().resources.isEmpty && request.resources == ["a", "b"])
        #expect(PreauthorizeRequest.Feature.allCases == [.LOCAL_CACHE, .REMOTE_CACHE])
    }

    @Test("every field of a status, and texts that the service did not send")
    func status() {
        let full = Status(
            PreauthorizeAnswer.Status(
                status: 403, code: "c", message: "m", details: "d", helpURL: "h", trace: "t", action: "retry"))
        #expect(full.getStatus() == 403)
        let texts = [full.getCode(), full.getMessage(), full.getDetails(), full.getHelpUrl(), full.getTrace(), full.getAction()]
        #expect(texts == ["c", "m", "d", "h", "t", "retry"])
        let bare = Status(PreauthorizeAnswer.Status(json: .object([:])))
        #expect(bare.getStatus() == 0 && bare.getCode() == "" && bare.getMessage() == nil && bare.getAction() == "none")
    }
}
