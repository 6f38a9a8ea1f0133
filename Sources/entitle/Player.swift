import AccessEnabler
import ServiceAccess

/// Executes the commands, one after the other, on a separate thread.
struct Player {
    let library: AccessEnabler
    let session: Session
    let output: Output
    /// The calls that wait for the first `setRequestor`; nil after it has been called.
    var waiting: [String]? = []

    /// Executes lines until `quit` or the end; then waits for outstanding answers.
    mutating func play(_ lines: CommandLines) {
        var lines = lines
        while let line = lines.next() {
            do {
                guard let command = try Command(line: line), let (name, _) = Command.parts(of: line) else { continue }
                if case .quit = command { break }
                warn(of: name)
                perform(command)
            } catch {
                output.error(error.text)
            }
        }
        switch session.finish(library, seconds: 60) {
        case .complete: break
        case .withoutRequestor:
            output.error("not answered: \((waiting ?? []).joined(separator: ", ")): setRequestor was not called")
        case .timeout: output.error("timeout")
        }
    }

    private func perform(_ command: Command) {
        switch command {
        case .call(let call): call(library)
        case .loginCall(let call):
            session.expectLogin()
            call(library)
        case .preauthorize(let resources, let disabled): preauthorize(resources, disabled)
        case .browse: browse()
        case .login(let user, let password): logIn(user, password)
        case .wait(let callback, let conditions, let seconds):
            if !session.wait(for: callback, conditions, seconds: seconds) { output.error("timeout") }
        case .help: StandardError.say(Command.overview)
        case .quit: break
        }
    }

    private func preauthorize(_ resources: [String], _ disabled: Set<PreauthorizeRequest.Feature>) {
        let session = session
        let request = PreauthorizeRequest.Builder().setResources(resources: resources).disableFeatures(features: disabled).build()
        library.preauthorize(
            request,
            didCompleteWith: AccessEnablerCallback(
                onResponse: { session.preauthorize("onResponse", $0) }, onFailure: { session.preauthorize("onFailure", $0) }))
    }

    /// Reports immediately that a call has to wait for `setRequestor`, as in an app that forgot it.
    private mutating func warn(of name: String) {
        if name == "setRequestor" { waiting = nil }
        guard let waiting, Command.needingRequestor.contains(name) else { return }
        self.waiting = waiting + [name]
        StandardError.say("entitle: \(name) is not answered before setRequestor, which has not been called yet")
    }
}
