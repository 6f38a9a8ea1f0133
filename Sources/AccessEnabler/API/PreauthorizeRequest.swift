// The names are those of the iOS/tvOS API.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Which resources to ask about. Mirrors `PreauthorizeRequest` of the iOS/tvOS API 3.6.
public final class PreauthorizeRequest: Sendable {
    /// What may spare requests.
    public enum Feature: Sendable, Hashable, CaseIterable {
        /// The library's own memory.
        case LOCAL_CACHE
        /// The service's memory.
        case REMOTE_CACHE
    }

    let resources: [String]
    let disabledFeatures: Set<Feature>

    init(resources: [String], disabledFeatures: Set<Feature>) {
        self.resources = resources
        self.disabledFeatures = disabledFeatures
    }

    /// Collects what a request needs. Mirrors `PreauthorizeRequest.Builder`.
    public final class Builder {
        private var resources: [String] = []
        private var disabledFeatures: Set<Feature> = []

        /// A builder of a request about nothing.
        public init() {}

        /// The resources to ask about.
        @discardableResult
        public func setResources(resources: [String]) -> Builder {
            self.resources = resources
            return self
        }

        /// What must not spare the request; all features are on otherwise.
        @discardableResult
        public func disableFeatures(features: Set<Feature>) -> Builder {
            disabledFeatures = features
            return self
        }

        /// A new request; the builder may be used on.
        public func build() -> PreauthorizeRequest {
            PreauthorizeRequest(resources: resources, disabledFeatures: disabledFeatures)
        }
    }
}

/// The name of ``PreauthorizeRequest`` in one of the documents' samples.
public typealias PreauthorizationRequest = PreauthorizeRequest

/// Where the answer to one `preauthorize` goes. Mirrors `AccessEnablerCallback` of the iOS/tvOS API 3.6.
public final class AccessEnablerCallback<Response>: Sendable {
    private let responseHandler: @Sendable (Response) -> Void
    private let failureHandler: @Sendable (Response) -> Void

    /// A callback.
    ///
    /// - Parameters:
    ///   - onResponse: Gets what the service answered, also when it refused.
    ///   - onFailure: Gets why the library could not ask, or not read the answer.
    public init(
        onResponse: @escaping @Sendable (Response) -> Void, onFailure: @escaping @Sendable (Response) -> Void
    ) {
        responseHandler = onResponse
        failureHandler = onFailure
    }

    /// The service has answered.
    public func onResponse(result: Response) { responseHandler(result) }

    /// The library could not ask.
    public func onFailure(result: Response) { failureHandler(result) }
}

extension AccessEnabler {
    /// Asks which resources the login covers; the answer goes to the callback alone. Fails with `requestor_not_configured`
    /// until `setRequestor` has completed.
    public func preauthorize(
        _ request: PreauthorizeRequest, didCompleteWith callback: AccessEnablerCallback<PreauthorizeResponse>
    ) {
        let ticket = delivery.add(callback)
        let usesCache = request.disabledFeatures.isEmpty
        engine.call(.preauthorize(resources: request.resources, usesCache: usesCache, ticket: ticket))
    }

    /// The unlabelled form of one of the documents' samples.
    public func preauthorize(_ request: PreauthorizeRequest, _ callback: AccessEnablerCallback<PreauthorizeResponse>) {
        preauthorize(request, didCompleteWith: callback)
    }
}
