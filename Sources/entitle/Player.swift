import AccessEnabler
import Foundation

/// Carries the commands out, one after the other, on a thread of its own.
struct Player {
    let library: AccessEnabler
    let session: Session
    let output: Output

    /// Plays lines, or standard input, until `quit` or the end; then waits for the answers that are still to come.
    func play(_ lines: [String]?) {
        var remaining = lines.map { $0[...] }
        while let line = remaining == nil ? readLine() : remaining?.popFirst() {
            do {
                guard let command = try Command(line: line) else { continue }
                if command == .quit { break }
                perform(command)
            } catch {
                output.error(error.text)
            }
        }
        if !session.finish(seconds: 60) { output.error("timeout") }
    }

    private func perform(_ command: Command) {
        if let call = Self.call(command) { session.expect(call) }
        switch command {
        case .setRequestor(let id, let services):
            if services.isEmpty { library.setRequestor(id) } else { library.setRequestor(id, serviceProviders: services) }
        case .setOptions(let options): library.setOptions(options.mapValues(Self.optionValue))
        case .checkAuthentication: library.checkAuthentication()
        case .getAuthentication(let isForced, let data, let filter):
            library.getAuthentication(isForced, withData: data, andFilter: filter)
        case .setSelectedProvider(let mvpd):
            session.expectSelection(of: mvpd)
            library.setSelectedProvider(mvpd)
        case .handleExternalURL(let url):
            session.expectReturn(to: url)
            library.handleExternalURL(url)
        case .checkAuthorization(let resource, let data): library.checkAuthorization(resource, withData: data)
        case .getAuthorization(let resource, let data): library.getAuthorization(resource, withData: data)
        case .checkPreauthorizedResources(let resources, let usesCache):
            library.checkPreauthorizedResources(resources, cache: usesCache)
        case .preauthorize(let resources, let disabled): preauthorize(resources, disabled)
        case .getSelectedProvider: library.getSelectedProvider()
        case .getMetadata(let entries): library.getMetadata(entries.mapValues(\.value))
        case .logout: library.logout()
        case .browse: browse()
        case .login(let user, let password): logIn(user, password)
        case .wait(let callback, let conditions, let seconds):
            let conditions = conditions.map { (key: $0.key, value: $0.value) }
            if !session.wait(for: callback, conditions, seconds: seconds) { output.error("timeout") }
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

    private static func optionValue(_ text: String) -> Any {
        switch text {
        case "true": true
        case "false": false
        default: text
        }
    }

    /// What answers a call.
    private static func call(_ command: Command) -> PendingCalls.Call? {
        switch command {
        case .setRequestor: .answered(by: ["setRequestorComplete"])
        case .checkAuthentication: .answered(by: ["setAuthenticationStatus"])
        case .getAuthentication: .login
        case .checkAuthorization: .answered(by: ["setToken", "tokenRequestFailed"])
        case .getAuthorization: .authorization
        case .checkPreauthorizedResources: .answered(by: ["preauthorizedResources"])
        case .preauthorize: .answered(by: ["onResponse", "onFailure"])
        case .getSelectedProvider: .answered(by: ["selectedProvider"])
        case .getMetadata: .answered(by: ["setMetadataStatus"])
        case .logout: .logout
        case .setOptions, .setSelectedProvider, .handleExternalURL, .browse, .login, .wait,
            .quit:
            nil
        }
    }
}
