import Foundation

extension VSAccountManager {
    typealias MetadataWork = @Sendable () async throws -> AccountMetadata

    /// Enqueues a check whose options have already been read.
    @discardableResult
    func checkAccess(
        prompt: Result<Bool, VSError>,
        completion: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) -> QueuedRequest {
        let device = device
        let parentWindow = VSApplication.parentWindow
        let request = QueuedRequest(executor: executor) {
            try prompt.get() ? await device.requestAccess(parentWindow: parentWindow) : await device.access()
        } completion: { (outcome: Result<AccessAnswer, any Error>) in
            switch outcome {
            case .success(let answer) where answer.status == .granted: completion(.granted, answer.error)
            // Every status other than `granted` has an error.
            case .success(let answer): completion(answer.status, answer.error ?? .accessNotGranted(answer.status))
            case .failure(let error): completion(.notDetermined, error)
            }
        }
        queue.add(request)
        return request
    }

    /// Returns whether the options allow the system to prompt.
    static func prompt(in options: [VSCheckAccessOption: Any]) -> Result<Bool, VSError> {
        var prompt = false
        for (option, value) in options {
            guard option == .prompt else {
                return .failure(
                    VSError(
                        .rejected,
                        description:
                            "Unknown access option \(option.rawValue); accepted: \(VSCheckAccessOption.prompt.rawValue)."))
            }
            if let flag = value as? Bool {
                prompt = flag
            } else if let number = value as? NSNumber {
                prompt = number.boolValue
            } else {
                return .failure(
                    VSError(
                        .rejected, description: "The access option \(option.rawValue) takes a Boolean, not \(type(of: value))."))
            }
        }
        return .success(prompt)
    }

    /// Returns the work of a request. Whether the delegate is missing is determined now, when the request is enqueued.
    func metadataWork(for query: MetadataQuery) -> MetadataWork {
        let device = device
        guard query.mayInterrupt else { return { try await device.metadata(for: query) } }
        guard delegate != nil else { return { throw await Self.failureWithoutDelegate(of: device) } }
        let presenter = DelegatePresenter(manager: self, queue: delegateQueue)
        return {
            // A request without a dialog ends as soon as the app cancels it, even if the device is slow.
            try await following(
                { try await device.requestMetadata(for: query, presenter: presenter) }, giveUp: { presenter.close() })
        }
    }

    /// Returns the error for a missing delegate, which is a mistake of the app; an app without access gets that error instead.
    private static func failureWithoutDelegate(of device: any AccountDevice) async -> VSError {
        let answer = await device.access()
        if let error = answer.error { return error }
        let isRefused = answer.status == .denied || answer.status == .restricted
        return isRefused ? VSError.accessNotGranted(answer.status) : VSError.delegateMissing
    }
}
