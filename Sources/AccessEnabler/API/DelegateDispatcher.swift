import Foundation
import ServiceAccess
import Synchronization

/// A dispatcher that delivers callbacks to the app: on one queue, one at a time, in order, never during a call of the app.
final class DelegateDispatcher: CallbackReceiver {
    // `@unchecked Sendable` is sound because both references are accessed only under the lock of `state`, and the delegates'
    // methods are called only on the callback queue.
    private struct Delegates: @unchecked Sendable {
        weak var entitlement: (any EntitlementDelegate)?
        weak var status: (any EntitlementStatus)?
    }

    // `@unchecked Sendable` is sound because both are passed on only under the lock of `state`, and used only on the callback
    // queue: the object's methods are called there, and the app gets its dictionary back, which is not changed in between.
    private struct Kept: @unchecked Sendable {
        let callback: AccessEnablerCallback<PreauthorizeResponse>?
        let arguments: [AnyHashable: Any]
    }

    private struct State: Sendable {
        var delegates = Delegates()
        /// The data that the answer to a call needs.
        var kept: [Ticket: Kept] = [:]
        var lastTicket = 0
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue

    /// Creates a dispatcher for a queue. A queue other than the main queue may be concurrent, so a serial queue is placed in
    /// front of it.
    init(queue: DispatchQueue) {
        // On Linux, each access to `DispatchQueue.main` returns a new object; only its label identifies it.
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

    /// Stores what the answer to a call needs: the callback object of a `preauthorize`, or the dictionary of a `getMetadata`, which
    /// the app gets back unchanged, including entries that only it knows.
    ///
    /// - Returns: The call's ticket.
    func keep(callback: AccessEnablerCallback<PreauthorizeResponse>? = nil, arguments: [AnyHashable: Any] = [:]) -> Ticket {
        let kept = Kept(callback: callback, arguments: arguments)
        return state.withLock {
            $0.lastTicket += 1
            $0.kept[$0.lastTicket] = kept
            return $0.lastTicket
        }
    }

    /// Returns what was stored for the call that a callback answers.
    private func take(_ tickets: [Ticket]) -> Kept? {
        tickets.first.flatMap { ticket in state.withLock { $0.kept.removeValue(forKey: ticket) } }
    }

    /// Returns the dictionary of a `getMetadata`, with the entries that the library has read as Foundation types.
    private func arguments(_ read: [String: JSONValue], of tickets: [Ticket]) -> [AnyHashable: Any] {
        var dictionary = take(tickets)?.arguments ?? [:]
        for (key, value) in read { dictionary[key] = value.foundation }
        return dictionary
    }

    /// Calls the app back asynchronously. A delegate does not learn which call a callback belongs to.
    func deliver(_ callback: Callback, to tickets: [Ticket]) {
        queue.async { self.perform(callback, of: tickets) }
    }

    /// Does nothing: a delegate is not notified of a superseded call.
    func supersede(_ call: Ticket) {}

    /// Does nothing: a delegate has already received the step.
    func join(_ call: Ticket, at step: Callback?) {}

    /// Runs a closure after the callbacks that were delivered before.
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
        case .preauthorize(let isServiced, let answer):
            let callback = take(tickets)?.callback
            let response = PreauthorizeResponse(answer)
            if isServiced { callback?.onResponse(result: response) } else { callback?.onFailure(result: response) }
        }
    }

    private static func status(_ isSuccess: Bool) -> Int32 {
        isSuccess ? ACCESS_ENABLER_STATUS_SUCCESS : ACCESS_ENABLER_STATUS_ERROR
    }
}
