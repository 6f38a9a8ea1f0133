// The names are those of the iOS/tvOS API.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Which resources to ask about. Mirrors `PreauthorizeRequest` of the iOS/tvOS API 3.6.
public final class PreauthorizeRequest: Sendable {
    /// What may spare requests.
    public enum Feature: Sendable, Hashable, CaseIterable {
        /// The library's own memory; without it the service is asked.
        case LOCAL_CACHE
        /// The service's memory; without it the service asks the MVPD.
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

        /// The resources to ask about: identifiers or media RSS. Each is asked for once; empty texts are left out, and without
        /// any resource the service refuses the request.
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
