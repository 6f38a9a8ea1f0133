extension Simulator {
    /// Injected faults of the device and the service.
    public struct Faults: Sendable {
        /// The effect of a fault on a call.
        public enum Effect: Sendable, Equatable {
            /// The call fails with an error of the device, given by name, such as `ServiceTemporarilyUnavailable`.
            case error(String)
            /// The provider's SAML response has a defect, given by name, such as `expired`.
            case saml(String)
            /// The call fails with an HTTP status.
            case status(Int)
            /// The call hangs until ``Faults/release(_:)``.
            case hang
            /// The connection is closed during the response.
            case disconnect
            /// The call is delayed.
            case delay(Duration)
            /// The body of the service's response arrives slowly.
            case slowBody(bytesPerSecond: Int)
        }

        let simulator: Simulator

        /// Adds a fault at a point such as `device.metadata` or `service.authorize` (`vsactl fault list --points` lists all).
        ///
        /// - Parameters:
        ///   - app: The app whose calls are affected; nil: all apps.
        ///   - times: The number of affected calls; nil: all.
        ///   - percent: The share of these calls, always the same ones; nil: all.
        ///   - skipped: The number of calls that succeed first.
        /// - Throws: ``SimulatorFailure``.
        public func add(
            _ point: String, _ effect: Effect, app: String? = nil, times: Int? = nil, percent: Int? = nil,
            after skipped: Int? = nil
        ) async throws {
            let effectOptions =
                switch effect {
                case .error(let name): ["--error=\(name)"]
                case .saml(let name): ["--saml=\(name)"]
                case .status(let code): ["--status=\(code)"]
                case .hang: ["--hang"]
                case .disconnect: ["--disconnect"]
                case .delay(let time): options(["delay": text(time)])
                case .slowBody(let bandwidth): ["--bandwidth=\(bandwidth)"]
                }
            try await simulator.control(
                ["fault", "add", point] + effectOptions
                    + options([
                        "app": app, "times": times.map(String.init), "percent": percent.map(String.init),
                        "after": skipped.map(String.init),
                    ]))
        }

        /// Releases the calls that hang at a point.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func release(_ point: String) async throws { try await simulator.control(["fault", "release", point]) }

        /// Removes all faults; hanging calls continue.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func clear() async throws { try await simulator.control(["fault", "clear"]) }
    }

    /// The clocks of the device and the service.
    public struct Clock: Sendable {
        /// The parts that have a clock.
        public enum Part: String, Sendable, CaseIterable {
            /// The device and its apps.
            case device
            /// The service.
            case service
            /// Both parts.
            case all
        }

        let simulator: Simulator

        /// Advances the clock by `90s`, `5m`, `2h` or `30d`; what expires in that time is then expired.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func advance(_ time: String, for part: Part = .all) async throws { try await set(part, "advance", time) }

        /// Stops the clock, at a date (RFC 3339) or now.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func freeze(_ date: String? = nil, for part: Part = .all) async throws { try await set(part, "freeze", date) }

        /// Restarts the clock from where it stopped.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func resume(for part: Part = .all) async throws { try await set(part, "resume") }

        /// Resets the clock to the machine's time.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func reset(for part: Part = .all) async throws { try await set(part, "reset") }

        private func set(_ part: Part, _ words: String?...) async throws {
            try await simulator.control(["clock"] + words.compactMap(\.self) + ["--for", part.rawValue])
        }
    }
}
