// The names are those of the iOS/tvOS API.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A request for preauthorization decisions. Mirrors `PreauthorizeRequest` of the iOS/tvOS API 3.6.
public final class PreauthorizeRequest: Sendable {
    /// A cache that can answer the request.
    public enum Feature: Sendable, Hashable, CaseIterable {
        /// The library's cache; if disabled, the service is contacted.
        case LOCAL_CACHE
        /// The service's cache; if disabled, the service contacts the MVPD.
        case REMOTE_CACHE
    }

    let resources: [String]
    let disabledFeatures: Set<Feature>

    init(resources: [String], disabledFeatures: Set<Feature>) {
        self.resources = resources
        self.disabledFeatures = disabledFeatures
    }

    /// A builder of requests. Mirrors `PreauthorizeRequest.Builder`.
    public final class Builder {
        private var resources: [String] = []
        private var disabledFeatures: Set<Feature> = []

        /// Creates a builder without resources.
        public init() {}

        /// Sets the resources: identifiers or media RSS. Duplicates and empty strings are ignored. The service rejects a request
        /// without resources.
        @discardableResult
        public func setResources(resources: [String]) -> Builder {
            self.resources = resources
            return self
        }

        /// Disables features; all others are enabled.
        @discardableResult
        public func disableFeatures(features: Set<Feature>) -> Builder {
            disabledFeatures = features
            return self
        }

        /// Returns a new request; the builder can be reused.
        public func build() -> PreauthorizeRequest {
            PreauthorizeRequest(resources: resources, disabledFeatures: disabledFeatures)
        }
    }
}

/// The name of ``PreauthorizeRequest`` in a sample of the documentation.
public typealias PreauthorizationRequest = PreauthorizeRequest
