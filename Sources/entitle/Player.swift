import AccessEnabler
import ServiceAccess

/// The player of an app that uses AccessEnabler.
struct Player {
    let library: AccessEnabler
    let session: Session
    let output: Output
    /// The calls that wait for the first `setRequestor`; nil after it has been called.
    var waiting: [String]? = []

    /// Executes lines until `quit` or the end; then waits for outstanding answers.
    mutating func play(_ lines: CommandLines) {
        execute(lines)
        switch session.finish(library, seconds: 60) {
        case .complete: break
        case .withoutRequestor:
            output.error("not answered: \((waiting ?? []).joined(separator: ", ")): setRequestor was not called")
        case .timeout: output.error("timeout")
        }
    }

    /// Reports immediately that a call has to wait for `setRequestor`, as in an app that forgot it.
    mutating func begin(_ name: String) {
        if name == "setRequestor" { waiting = nil }
        guard let waiting, Self.needingRequestor.contains(name) else { return }
        self.waiting = waiting + [name]
        StandardError.say("entitle: \(name) is not answered before setRequestor, which has not been called yet")
    }

    func preauthorize(_ resources: [String], _ disabled: Set<PreauthorizeRequest.Feature>) {
        let session = session
        let request = PreauthorizeRequest.Builder().setResources(resources: resources).disableFeatures(features: disabled).build()
        library.preauthorize(
            request,
            didCompleteWith: AccessEnablerCallback(
                onResponse: { session.preauthorize("onResponse", $0) }, onFailure: { session.preauthorize("onFailure", $0) }))
    }
}
