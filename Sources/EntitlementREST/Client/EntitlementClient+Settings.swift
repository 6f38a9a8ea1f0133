import Foundation
import ServiceAccess

extension EntitlementClient {
    /// The environment and the dependencies of a client. All settings have defaults.
    public struct Settings: Sendable {
        /// The kind of device that the client describes itself as.
        public enum Device: String, Sendable, Hashable, CaseIterable {
            /// An iPhone.
            case phone
            /// An iPad.
            case tablet
            /// An Apple TV.
            case television
        }

        /// The base URL of the service; nil: `VSASIM_SERVICE_URL`, or else the running entitlementd.
        public var serviceURL: URL?
        /// The kind of device.
        public var device = Device.phone
        /// Members that replace or extend the client's description of the device (`X-Device-Info`).
        public var deviceInformation: [String: String] = [:]
        /// The app's identifier; nil: `VSASIM_APPLICATION_ID`, or else the executable's name. It names the app's storage.
        public var applicationIdentifier: String?
        /// A closure that returns the platform's identity (`Adobe-Subject-Token`) for each call; nil: single sign-on without it.
        public var subjectToken: (@Sendable () async -> String?)?
        /// A closure that returns the service token (`AD-Service-Token`) for each call; nil: single sign-on without it.
        public var serviceToken: (@Sendable () async -> String?)?
        /// The visitor's identifier in the programmer's analytics.
        public var visitorIdentifier: String?
        /// The transport that sends the requests; nil: HTTP.
        public var transport: (any EntitlementTransport)?
        /// The store of the registration, the device identifier and the sign-in; nil: a folder of the app in the simulator's
        /// state folder.
        public var store: (any EntitlementStore)?
        /// The time and the pauses; nil: those of the device.
        public var clock: (any EntitlementClock)?
        /// The complete set of variables to use instead of the process's environment; nil: the process's.
        public var environment: [String: String]?

        /// Creates the default settings.
        public init() {}

        var variables: [String: String] { environment ?? ProcessInfo.processInfo.environment }

        var application: String { ApplicationIdentifier.of(setting: applicationIdentifier, environment: variables) }

        /// The value of `X-Device-Info`.
        var deviceHeader: String {
            let device: SimulatedDevice =
                switch device {
                case .phone: .phone
                case .tablet: .tablet
                case .television: .television
                }
            let own = deviceInformation.mapValues(JSONValue.text)
            return Digest.base64(JSONValue.object(device.information(of: application).merging(own) { $1 }).serialized)
        }
    }
}
