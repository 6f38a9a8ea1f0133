import Foundation
import Synchronization

/// Brings callbacks to the app: on one queue, one at a time, in order, never from within a call of the app.
final class Delivery: CallbackReceiver {
    // `@unchecked Sendable` holds because both references are only read and written under the lock of `state`, and the
    // delegates' methods are only called on the callback queue.
    private struct Delegates: @unchecked Sendable {
        weak var entitlement: (any EntitlementDelegate)?
        weak var status: (any EntitlementStatus)?
    }

    // `@unchecked Sendable` holds because the object is only handed over under the lock of `state`, and its methods are only called
    // on the callback queue.
    private struct PreauthorizeCallback: @unchecked Sendable {
        let object: AccessEnablerCallback<PreauthorizeResponse>
    }

    // `@unchecked Sendable` holds because the dictionary is only handed over under the lock of `state`, and given back to the app
    // that made it on the callback queue; nobody changes it in between.
    private struct Arguments: @unchecked Sendable {
        let dictionary: [AnyHashable: Any]
    }

    private struct State: Sendable {
        var delegates = Delegates()
        var callbacks: [Int: PreauthorizeCallback] = [:]
        /// The dictionaries of `getMetadata`, by ticket.
        var arguments: [Ticket: Arguments] = [:]
        var lastTicket = 0
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue

    /// Delivers on a queue; another than the main queue may run blocks side by side, so that a serial one is put before it.
    init(queue: DispatchQueue) {
        // On Linux `DispatchQueue.main` is a new object each time: its label is what tells it from others.
        let isMain = queue.label == DispatchQueue.main.label
        self.queue = isMain ? queue : DispatchQueue(label: "AccessEnabler.callbacks", target: queue)
    }

    var delegate: (any EntitlementDelegate)? {
        get { delegates.entitlement }
        set {
            let delegates = Delegates(entitlement: newValue)
            state.withLock { $0.delegates.entitlement = delegates.entitlement }
        }
    }

    var statusDelegate: (any EntitlementStatus)? {
        get { delegates.status }
        set {
            let delegates = Delegates(status: newValue)
            state.withLock { $0.delegates.status = delegates.status }
        }
    }

    private var delegates: Delegates { state.withLock { $0.delegates } }

    /// Keeps the callback object of a `preauthorize` until it is answered.
    func add(_ callback: AccessEnablerCallback<PreauthorizeResponse>) -> Int {
        let callback = PreauthorizeCallback(object: callback)
        return state.withLock {
            $0.lastTicket += 1
            $0.callbacks[$0.lastTicket] = callback
            return $0.lastTicket
        }
    }

    /// Keeps the dictionary of a `getMetadata` until it is answered: the app gets it back whole, also what only the app knows in it.
    ///
    /// - Returns: the call's ticket.
    func add(_ arguments: [AnyHashable: Any]) -> Ticket {
        let arguments = Arguments(dictionary: arguments)
        return state.withLock {
            $0.lastTicket += 1
            $0.arguments[$0.lastTicket] = arguments
            return $0.lastTicket
        }
    }

    /// What was in the dictionary of a `getMetadata`, with what the library has read of it in Foundation's types.
    private func arguments(_ read: [String: JSONValue], of tickets: [Ticket]) -> [AnyHashable: Any] {
        let kept = tickets.first.flatMap { ticket in state.withLock { $0.arguments.removeValue(forKey: ticket) } }
        var dictionary = kept?.dictionary ?? [:]
        for (key, value) in read { dictionary[key] = value.foundation }
        return dictionary
    }

    /// Calls the app back, later. A delegate is not told which call a callback is about.
    func deliver(_ callback: Callback, to tickets: [Ticket]) {
        queue.async { self.perform(callback, of: tickets) }
    }

    /// A delegate hears nothing of a call that was superseded.
    func supersede(_ call: Ticket) {}

    /// Runs something after the callbacks that were delivered before.
    func afterCallbacks(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    private func perform(_ callback: Callback, of tickets: [Ticket]) {
        let delegate = delegates.entitlement
        switch callback {
        case .setRequestorComplete(let isSuccess): delegate?.setRequestorComplete(Self.status(isSuccess))
        case .setAuthenticationStatus(let isSuccess, let code):
            delegate?.setAuthenticationStatus(Self.status(isSuccess), errorCode: code)
        case .displayProviderDialog(let providers): delegate?.displayProviderDialog(providers.map(MVPD.init))
        case .presentTvProviderDialog(let dialog): delegate?.presentTvProviderDialog(dialog)
        case .dismissTvProviderDialog(let dialog): delegate?.dismissTvProviderDialog(dialog)
        case .navigateToURL(let url, usesSVC: true): delegate?.navigate(toUrl: url, useSVC: true)
        case .navigateToURL(let url, usesSVC: false): delegate?.navigate(toUrl: url)
        case .preauthorizedResources(let resources): delegate?.preauthorizedResources(resources)
        case .setToken(let token, let resource): delegate?.setToken(token, forResource: resource)
        case .tokenRequestFailed(let resource, let code, let description):
            delegate?.tokenRequestFailed(resource, errorCode: code, errorDescription: description)
        case .selectedProvider(let provider): delegate?.selectedProvider(provider.map(MVPD.init))
        case .setMetadataStatus(let value, let isEncrypted, let key, let arguments):
            delegate?.setMetadataStatus(
                value?.foundation, encrypted: isEncrypted, forKey: key, andArguments: self.arguments(arguments, of: tickets))
        case .sendTrackingData(let data, let event): delegate?.sendTrackingData(data, forEventType: event)
        case .status(let report): delegates.status?.status(report.entries)
        case .preauthorize(let ticket, let isServiced, let answer):
            let callback = state.withLock { $0.callbacks.removeValue(forKey: ticket) }?.object
            let response = PreauthorizeResponse(answer)
            if isServiced { callback?.onResponse(result: response) } else { callback?.onFailure(result: response) }
        }
    }

    private static func status(_ isSuccess: Bool) -> Int32 {
        isSuccess ? ACCESS_ENABLER_STATUS_SUCCESS : ACCESS_ENABLER_STATUS_ERROR
    }
}
